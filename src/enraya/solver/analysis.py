"""The perfect player's view of a position: a score for every column, and the best line."""

from dataclasses import dataclass
from time import perf_counter

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.solver.score import plies_to_end, win_score
from enraya.solver.solver import Solver


@dataclass(frozen=True, slots=True)
class Analysis:
    """Exact scores of all moves in a position, from the mover's point of view."""

    position: Position
    scores: tuple[int | None, ...]
    """One for each column; None where it is full."""
    nodes: int
    seconds: float
    line: str | None = None
    """The moves of one perfect continuation to the end, when it was asked for."""

    @property
    def score(self) -> int:
        """The score of the position: that of its best move."""
        return max(score for score in self.scores if score is not None)

    @property
    def best(self) -> tuple[int, ...]:
        """The 1-based columns of the best moves."""
        best = self.score
        return tuple(column for column, score in enumerate(self.scores, start=1) if score == best)

    @property
    def plies_to_end(self) -> int:
        """How many more moves perfect play takes; the cells left when it is a draw."""
        return plies_to_end(self.score, self.position.plies, self.position.rules.cells)


def analyse(
    solver: Solver, position: Position, *, with_line: bool = False, limit: Limit | None = None
) -> Analysis:
    """The score of every move, exact.

    Raises:
        InvalidSetting: when the game is over or cannot be solved.
        NotSolved: when the limit was reached first.
    """
    if position.is_over:
        raise InvalidSetting(f"the game {position.moves!r} is over; there is nothing to analyse")
    started = perf_counter()
    nodes = 0
    scores: list[int | None] = [None] * position.rules.columns
    for column in centre_first(position):
        score, used = move_score(solver, position, column, limit)
        scores[column - 1] = score
        nodes += used
    line = best_line(solver, position, limit) if with_line else None
    return Analysis(position, tuple(scores), nodes, perf_counter() - started, line)


def centre_first(position: Position) -> list[int]:
    """The open columns, those nearest to the middle first, the left one of two first."""
    middle = (position.rules.columns + 1) / 2
    columns = [move for move in position.legal_moves if isinstance(move, int)]
    return sorted(columns, key=lambda column: (abs(column - middle), column))


def move_score(
    solver: Solver, position: Position, column: int, limit: Limit | None = None
) -> tuple[int, int]:
    """The score of one move from the mover's point of view, and the nodes it took."""
    child = position.play(column)
    if child.is_over:
        won = child.result == position.mover
        return (win_score(position.plies, position.rules.cells) if won else 0), 0
    solution = solver.solve(child, limit=limit)
    return -solution.exact(), solution.nodes


def best_line(solver: Solver, position: Position, limit: Limit | None = None) -> str:
    """The moves of one perfect continuation to the end of the game.

    Of equally good moves the one nearest to the middle is taken.
    """
    start = len(position.moves)
    while not position.is_over:
        score = solver.solve(position, limit=limit).exact()
        position = next(
            position.play(column)
            for column in centre_first(position)
            if move_score(solver, position, column, limit)[0] == score
        )
    return position.moves[start:]
