"""The perfect player's view of a position: a score for every column, and the best line.

A deadline is a time of `perf_counter`, shared by all searches that a call starts. Moves that are
not solved by then have bounds instead of a score.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from enraya.errors import InvalidSetting
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.kernels.core.bits import drops, winning_cells
from enraya.limit import Limit
from enraya.result import Result, Rows, styled, with_discs
from enraya.solver.score import Score, in_words, win_score
from enraya.solver.solver import Solver
from enraya.texts import Sentence

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType


class Bounds(NamedTuple):
    """What is proved about the score of a move, for the player who makes it."""

    lower: int
    upper: int

    @property
    def score(self) -> int | None:
        """The exact score; None if it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def width(self) -> int:
        """The distance between the bounds; 0 if the score is exact."""
        return self.upper - self.lower

    def written(self, sign: str = "d") -> str:
        """The score as text, or the bounds if the score is not known.

        >>> Bounds(3, 3).written("+d"), Bounds(-1, 0).written()
        ('+3', '-1..0')
        """
        return "..".join(f"{number:{sign}}" if number else "0" for number in sorted(set(self)))

    def and_also(self, other: "Bounds") -> "Bounds":
        """The bounds that follow from both together."""
        return Bounds(max(self.lower, other.lower), min(self.upper, other.upper))


class EstimatedMove(NamedTuple):
    """What a search of limited depth expects of a move, for the player who makes it."""

    value: float | None
    """The heuristic's value of the expected position; None if the search sees the game's end."""
    outcome: int | None = None
    """1 for a win and -1 for a loss, if the search sees the end of the game."""
    plies: int | None = None
    """How many moves it takes to that end, this one included."""

    def __str__(self) -> str:
        """The estimate in words, with ``~`` in front.

        >>> str(EstimatedMove(3.2)), str(EstimatedMove(None, -1, 6))
        ('~+3', '~loss in 6')
        """
        if self.value is not None:
            return f"~{self.value:+.0f}"
        return f"~{'win' if self.outcome == 1 else 'loss'} in {self.plies}"


@dataclass(frozen=True, slots=True)
class SearchEstimate:
    """What a search of limited depth expects of a position that is not solved: no proof."""

    depth: int
    """How many moves ahead the search looks."""
    moves: tuple[EstimatedMove | None, ...]
    """An estimate for each column; None if the column is full."""
    line: str
    """The principal variation of the search."""

    def __str__(self) -> str:
        return f"estimate: {self.depth} moves ahead, expecting {self.line}"

    def to_object(self) -> dict[str, object]:
        """The estimate as plain values."""
        moves = [None if move is None else move._asdict() for move in self.moves]
        return {"depth": self.depth, "moves": moves, "line": self.line}


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Result):
    """What is known about all moves in a position, from the mover's point of view.

    >>> found = analyse(Solver(table_mb=8), Position.parse("445566"))
    >>> found.scores, found.best
    ((17, 17, 18, 17, 17, 17, 18), (3, 7))
    """

    formats: ClassVar[Mapping[str, str]] = {"score": "+d"}
    position: Position
    bounds: tuple[Bounds | None, ...]
    """The bounds of the move in each column; None if the column is full."""
    nodes: int
    seconds: float
    line: str | None = None
    """The moves of one perfect continuation to the end, if asked for and found."""
    estimate: SearchEstimate | None = None
    """An estimate for the moves whose scores are not known, if there was time for it."""

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """The exact score of each column; None if the column is full or the score not known."""
        return tuple(bounds and self._score(bounds) for bounds in self.bounds)

    def _score(self, bounds: Bounds) -> Score | None:
        if bounds.score is None:
            return None
        return Score.at(bounds.score, self.position.plies, self.position.rules.cells)

    @property
    def is_exact(self) -> bool:
        """Whether every score is known; always true if there was no deadline."""
        return all(bounds is None or bounds.score is not None for bounds in self.bounds)

    @property
    def score(self) -> Score | None:
        """The score of the position, which is that of its best move; None if it is not known."""
        return self._score(self.whole)

    @property
    def whole(self) -> Bounds:
        """The bounds of the position's score, which is that of its best move."""
        known = [bounds for bounds in self.bounds if bounds is not None]
        return Bounds(max(b.lower for b in known), max(b.upper for b in known))

    @property
    def best(self) -> tuple[int, ...]:
        """The columns, from 1, of the best moves; empty if the position's score is not known."""
        best = self.score
        if best is None:
            return ()
        return tuple(column for column, score in enumerate(self.scores, start=1) if score == best)

    @property
    def clearest(self) -> tuple[int, ...]:
        """The best moves that a person would try first: in a lost position, those that block."""
        left = {column: trouble(self.position, column) for column in self.best}
        least = min(left.values(), default=None)
        return tuple(column for column in self.best if left[column] == least)

    @property
    def plies_to_end(self) -> int | None:
        """How many more moves perfect play takes; for a draw the number of empty cells.

        None if the score is not known.
        """
        return None if self.score is None else self.score.plies_to_end

    @property
    def drawn(self) -> Position:
        """The position that was analysed."""
        return self.position

    @property
    def rows(self) -> Rows:
        """A row for each column of the board, with its estimate if there is one."""
        return [
            {
                "column": format_move(column),
                "score": score,
                "perfect_play": "full" if bounds is None else in_words(score),
                "best": column in self.best,
                **({} if self.estimate is None else {"estimate": self._guess(column)}),
            }
            for column, (bounds, score) in enumerate(
                zip(self.bounds, self.scores, strict=True), start=1
            )
        ]

    def _guess(self, column: int) -> str:
        """The estimate of a move as text if its score is not known; else empty."""
        guess = self.estimate and self.estimate.moves[column - 1]
        return str(guess) if guess and self.scores[column - 1] is None else ""

    @property
    def remarks(self) -> list[str]:
        """Lines with the best line and the estimate, if there are any."""
        line = [f"best line: {self.line}"] if self.line else []
        return [*line, *([str(self.estimate)] if self.estimate else [])]

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        """The position, what is proved about each column, and the nodes and time it took."""
        from rich.table import Table

        table = Table("column", "score", "perfect play", "estimate" if self.estimate else "")
        for row, bounds in zip(self.rows, self.bounds, strict=True):
            score = row["score"]
            proved = styled("" if bounds is None else bounds.written("+d"), score)
            last = row.get("estimate") or ("best" if row["best"] else "")
            table.add_row(row["column"], proved, styled(row["perfect_play"], score), last)
        yield with_discs(str(self.position))
        yield table
        yield from self.remarks
        yield f"{self.nodes:,} nodes, {self.seconds:.3f} s"

    def to_object(self) -> dict[str, object]:
        """The analysis as plain values, in the order in which ``--json`` prints them."""
        return {
            "moves": self.position.moves,
            "score": self.score,
            "plies_to_end": self.plies_to_end,
            "scores": list(self.scores),
            "bounds": list(self.bounds),
            "best": list(self.best),
            "line": self.line,
            "estimate": self.estimate and self.estimate.to_object(),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


def analyse(
    solver: Solver, position: Position, *, with_line: bool = False, deadline: float | None = None
) -> Analysis:
    """The score of every move: exact, or bounds if the deadline comes first.

    Raises:
        InvalidSetting: if the game is over or its rule set cannot be solved.
    """
    if position.is_over:
        raise InvalidSetting(Sentence("problem.nothing_to_analyse", moves=repr(position.moves)))
    started = perf_counter()
    nodes = 0
    found: list[Bounds | None] = [None] * position.rules.columns
    known = solver.book and solver.book.scores_of_moves(position)
    if known:
        found = [None if score is None else Bounds(score, score) for score in known]
    else:
        for column in centre_first(position):
            found[column - 1], used = move_bounds(solver, position, column, limit_until(deadline))
            nodes += used
    line = best_line(solver, position, deadline=deadline) if with_line else None
    return Analysis(position, tuple(found), nodes, perf_counter() - started, line)


def centre_first(position: Position) -> list[int]:
    """The open columns from the middle outwards; of two equally far ones, the left one first."""
    middle = (position.rules.columns + 1) / 2
    columns = [move for move in position.legal_moves if isinstance(move, int)]
    return sorted(columns, key=lambda column: (abs(column - middle), column))


def trouble(position: Position, column: int) -> tuple[bool, int]:
    """Whether a move leaves a win of the opponent unblocked, and how many wins they then have.

    Only in lost positions can moves of equal score differ in this.
    """
    child = position.play(column)
    if child.is_over:
        return False, 0
    before, after = _wins_at_once(position, child.mover), _wins_at_once(child, child.mover)
    return bool(before & ~child.occupied_mask()), after.bit_count()


def _wins_at_once(position: Position, player: int) -> int:
    """The cells where a player would win with the next stone."""
    geometry = position.rules.geometry
    winning = winning_cells(geometry, position.stones_mask(player))
    return int(winning & drops(geometry, position.occupied_mask()))


def clearest_first(position: Position) -> list[int]:
    """The open columns in the order a person would try them: blocks first, then from the middle.

    >>> clearest_first(Position.parse("44455554221"))  # X threatens to win in column 3
    [3, 4, 5, 2, 6, 1, 7]
    """
    return sorted(centre_first(position), key=lambda column: trouble(position, column))


def move_bounds(
    solver: Solver,
    position: Position,
    column: int,
    limit: Limit | None = None,
    between: Bounds | None = None,
) -> tuple[Bounds, int]:
    """The bounds of a move's score that are proved within the limit, and the nodes this took.

    ``between`` means the same as for `Solver.solve`.
    """
    child = position.play(column)
    if child.is_over:
        won = child.result == position.mover
        score = win_score(position.plies, position.rules.cells) if won else 0
        return Bounds(score, score), 0
    turned = None if between is None else (-between.upper, -between.lower)
    solution = solver.solve(child, between=turned, limit=limit)
    return Bounds(-solution.upper, -solution.lower), solution.nodes


def best_line(solver: Solver, position: Position, *, deadline: float | None = None) -> str | None:
    """The moves of one perfect continuation to the end of the game.

    Of equally good moves the first of `clearest_first` is taken, so that the loser blocks. The
    result is None if the deadline comes first.
    """
    start = len(position.moves)
    while not position.is_over:
        column = _best_move(solver, position, deadline)
        if column is None:
            return None
        position = position.play(column)
    return position.moves[start:]


def _best_move(solver: Solver, position: Position, deadline: float | None) -> int | None:
    """The first of the best moves in the order of `clearest_first`; None if the deadline passes."""
    score = solver.solve(position, limit=limit_until(deadline)).score
    if score is None:
        return None
    for column in clearest_first(position):
        bounds, _ = move_bounds(solver, position, column, limit_until(deadline))
        if bounds.score == score:
            return column
        if bounds.score is None:
            return None
    raise AssertionError(f"no move of {position.moves!r} has its score")


def limit_until(deadline: float | None) -> Limit | None:
    """The time left until the deadline, as a limit; None if there is no deadline.

    After the deadline it allows no nodes; positions that need no search are still answered.
    """
    if deadline is None:
        return None
    left = deadline - perf_counter()
    return Limit(seconds=left) if left > 0 else Limit(nodes=0)
