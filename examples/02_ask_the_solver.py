"""What does the perfect player think of a position?

Run it with: python examples/02_ask_the_solver.py
"""

import enraya

print(enraya.analyse("444443322554", line=True))
