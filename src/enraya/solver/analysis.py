"""The perfect player's view of a position: a score for every column, and the best line.

A deadline is a moment of `perf_counter`, shared by everything that a question leads to. What is
not solved by then has bounds in place of a score.
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
        """The exact score; None when it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def width(self) -> int:
        """How much is not known; 0 when it is exact."""
        return self.upper - self.lower

    def written(self, sign: str = "d") -> str:
        """The score, or the bounds where it is not known.

        >>> Bounds(3, 3).written("+d"), Bounds(-1, 0).written()
        ('+3', '-1..0')
        """
        return "..".join(f"{number:{sign}}" if number else "0" for number in sorted(set(self)))

    def and_also(self, other: "Bounds") -> "Bounds":
        """What both prove together."""
        return Bounds(max(self.lower, other.lower), min(self.upper, other.upper))


class EstimatedMove(NamedTuple):
    """What a search of limited depth thinks of a move, for the player who makes it."""

    value: float | None
    """The heuristic's value of what it expects; None where it sees the end of the game."""
    outcome: int | None = None
    """1 for a win and -1 for a loss, where it sees the end."""
    plies: int | None = None
    """How many moves it takes to that end, this one included."""

    def __str__(self) -> str:
        """The guess in words, marked as one.

        >>> str(EstimatedMove(3.2)), str(EstimatedMove(None, -1, 6))
        ('~+3', '~loss in 6')
        """
        if self.value is not None:
            return f"~{self.value:+.0f}"
        return f"~{'win' if self.outcome == 1 else 'loss'} in {self.plies}"


@dataclass(frozen=True, slots=True)
class SearchEstimate:
    """What a search thinks of a position that is not solved: a guess, not a proof."""

    depth: int
    """How many moves ahead it looks."""
    moves: tuple[EstimatedMove | None, ...]
    """One for each column; None where it is full."""
    line: str
    """The moves that it expects."""

    def __str__(self) -> str:
        return f"estimate: {self.depth} moves ahead, expecting {self.line}"

    def to_object(self) -> dict[str, object]:
        """The same as plain values."""
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
    """One for each column; None where it is full."""
    nodes: int
    seconds: float
    line: str | None = None
    """The moves of one perfect continuation to the end, if asked for and found."""
    estimate: SearchEstimate | None = None
    """What stands in for scores that are not known, if there was time for it."""

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """The exact score of each column; None where it is full or not known."""
        return tuple(bounds and self._score(bounds) for bounds in self.bounds)

    def _score(self, bounds: Bounds) -> Score | None:
        if bounds.score is None:
            return None
        return Score.at(bounds.score, self.position.plies, self.position.rules.cells)

    @property
    def is_exact(self) -> bool:
        """Whether every score is known; always when there was no deadline."""
        return all(bounds is None or bounds.score is not None for bounds in self.bounds)

    @property
    def score(self) -> Score | None:
        """The score of the position, that of its best move; None when it is not known."""
        return self._score(self.whole)

    @property
    def whole(self) -> Bounds:
        """What is proved about the score of the position, that of its best move."""
        known = [bounds for bounds in self.bounds if bounds is not None]
        return Bounds(max(b.lower for b in known), max(b.upper for b in known))

    @property
    def best(self) -> tuple[int, ...]:
        """The 1-based columns of the best moves, among those whose score is known."""
        best = self.score
        if best is None:
            return ()
        return tuple(column for column, score in enumerate(self.scores, start=1) if score == best)

    @property
    def clearest(self) -> tuple[int, ...]:
        """The best moves that a person would try: in a lost position, those that block."""
        left = {column: trouble(self.position, column) for column in self.best}
        least = min(left.values(), default=None)
        return tuple(column for column in self.best if left[column] == least)

    @property
    def plies_to_end(self) -> int | None:
        """How many more moves perfect play takes; the cells left when it is a draw."""
        return None if self.score is None else self.score.plies_to_end

    @property
    def drawn(self) -> Position:
        """The position."""
        return self.position

    @property
    def rows(self) -> Rows:
        """One row for each column of the board; with an estimate if something is not solved."""
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
        """What a search thinks of a move whose score is not known; else nothing."""
        guess = self.estimate and self.estimate.moves[column - 1]
        return str(guess) if guess and self.scores[column - 1] is None else ""

    @property
    def remarks(self) -> list[str]:
        """The best line, if it was asked for, and how far the estimate looks."""
        line = [f"best line: {self.line}"] if self.line else []
        return [*line, *([str(self.estimate)] if self.estimate else [])]

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        """The position, what is proved of each column, and what it took."""
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
        """The same as plain values, in the order that ``--json`` prints."""
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
    """The score of every move: exact, or bounds where the deadline comes first.

    Raises:
        InvalidSetting: when the game is over or cannot be solved.
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
    """The open columns, nearest to the middle first, of two equally near the left one."""
    middle = (position.rules.columns + 1) / 2
    columns = [move for move in position.legal_moves if isinstance(move, int)]
    return sorted(columns, key=lambda column: (abs(column - middle), column))


def trouble(position: Position, column: int) -> tuple[bool, int]:
    """Whether a move leaves a win of the opponent open, and how many wins it leaves in all.

    Among moves of equal score only those of lost positions differ in this.
    """
    child = position.play(column)
    if child.is_over:
        return False, 0
    before, after = _wins_at_once(position, child.mover), _wins_at_once(child, child.mover)
    return bool(before & ~child.occupied_mask()), after.bit_count()


def _wins_at_once(position: Position, player: int) -> int:
    """The cells where a player would win now."""
    geometry = position.rules.geometry
    winning = winning_cells(geometry, position.stones_mask(player))
    return int(winning & drops(geometry, position.occupied_mask()))


def clearest_first(position: Position) -> list[int]:
    """The open columns as a person would try them: blocks first, then from the middle.

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
    """What is proved about one move within the limit, and the nodes it took.

    With ``between`` only a score between these two is asked for, as `Solver.solve` does.
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

    Of equally good moves the first of `clearest_first` is taken, so that the loser blocks. None
    when the deadline comes first.
    """
    start = len(position.moves)
    while not position.is_over:
        column = _best_move(solver, position, deadline)
        if column is None:
            return None
        position = position.play(column)
    return position.moves[start:]


def _best_move(solver: Solver, position: Position, deadline: float | None) -> int | None:
    """The first best move of `clearest_first`; None when the deadline comes first."""
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
    """What is left until the deadline; None when there is no deadline.

    After it no node is searched; the book and what needs no search still answer.
    """
    if deadline is None:
        return None
    left = deadline - perf_counter()
    return Limit(seconds=left) if left > 0 else Limit(nodes=0)
