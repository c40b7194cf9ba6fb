"""What does the perfect player think of a position?

Run it with: python examples/02_ask_the_solver.py
"""

from enraya import Position
from enraya.solver import Solver, analyse
from enraya.solver.score import describe_score

solver = Solver(table_mb=64)
position = Position.parse("444443322554")
analysis = analyse(solver, position, with_line=True)

print(position)
for column, score in enumerate(analysis.scores, start=1):
    words = "full" if score is None else describe_score(score, position.plies, position.rules.cells)
    print(f"column {column}: {words}")
print("best line:", analysis.line)
