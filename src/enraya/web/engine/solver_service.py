"""Asking the solver within a time: exact scores where they are found, bounds where not."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.solver import Solver
from enraya.solver.analysis import centre_first
from enraya.solver.review import Label, label_move
from enraya.solver.score import win_score
from enraya.solver.solver import STRONG
from enraya.stopping import Stop, stoppable
from enraya.web.problems import Cancelled

MAX_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved about a move's score, from the view of the player who makes it."""

    lower: int = -STRONG
    upper: int = STRONG

    @property
    def score(self) -> int | None:
        """The score, if it is known."""
        return self.lower if self.lower == self.upper else None


@dataclass(frozen=True, slots=True)
class Findings:
    """The moves of a position with their scores."""

    position: Position
    columns: dict[int, Bounds]
    """By 1-based column; full columns are not there."""

    @property
    def is_exact(self) -> bool:
        """Whether every score is known."""
        return all(bounds.score is not None for bounds in self.columns.values())

    @property
    def score(self) -> int | None:
        """The score of the position, if it is known: no other move can be better."""
        lower = max(bounds.lower for bounds in self.columns.values())
        upper = max(bounds.upper for bounds in self.columns.values())
        return lower if lower == upper else None

    @property
    def best(self) -> list[int]:
        """The columns of the best moves among those that are known."""
        score = self.score
        return [c for c, bounds in self.columns.items() if score == bounds.score is not None]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move of a game with what it cost; the scores are None where they are not known."""

    ply: int
    player: int
    column: int
    before: int | None
    after: int | None
    label: Label | None
    better: list[int]


class SolverService:
    """Answers questions about classic positions; each thread has a solver of its own."""

    def __init__(self, table_mb: int) -> None:
        self._table_mb = table_mb
        self._own = threading.local()
        self._lock = threading.Lock()
        self._kept: OrderedDict[Position, Findings] = OrderedDict()

    def prepare(self) -> None:
        """Makes this thread's solver, so that the first question does not wait for it."""
        self._solver()

    def _solver(self) -> Solver:
        if not hasattr(self._own, "solver"):
            self._own.solver = Solver(self._table_mb)
        solver: Solver = self._own.solver
        return solver

    def known(self, position: Position) -> Findings | None:
        """What was found out about a position before."""
        with self._lock:
            return self._kept.get(position)

    def analyse(self, position: Position, seconds: float, stop: Stop) -> Findings:
        """The score of every move, as far as they can be found in the time.

        Raises:
            InvalidSetting: when the game is over or of a rule set that cannot be solved.
            Cancelled: when nobody wants the answer any more.
        """
        check_solvable(position)
        kept = self.known(position)
        if kept is not None:
            return kept
        until = perf_counter() + seconds
        with stoppable(stop):
            columns = {c: self._bounds(position, c, until) for c in centre_first(position)}
        if stop.is_set:
            raise Cancelled
        found = Findings(position, dict(sorted(columns.items())))
        if found.is_exact:
            self._keep(found)
        return found

    def _bounds(self, position: Position, column: int, until: float) -> Bounds:
        child = position.play(column)
        if child.is_over:
            won = child.result == position.mover
            score = win_score(position.plies, position.rules.cells) if won else 0
            return Bounds(score, score)
        left = max(0.0, until - perf_counter())
        solution = self._solver().solve(child, limit=Limit(seconds=left))
        return Bounds(-solution.upper, -solution.lower)

    def _keep(self, found: Findings) -> None:
        with self._lock:
            self._kept[found.position] = found
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)

    def line(self, position: Position, seconds: float, stop: Stop) -> str | None:
        """The moves of one perfect continuation; None when it is not found in the time."""
        until = perf_counter() + seconds
        start = len(position.moves)
        with stoppable(stop):
            while not position.is_over:
                column = self._best(position, until)
                if column is None:
                    return None
                position = position.play(column)
        return position.moves[start:]

    def _best(self, position: Position, until: float) -> int | None:
        """A best move, the one nearest to the middle; None when it is not found in the time."""
        left = Limit(seconds=max(0.0, until - perf_counter()))
        score = self._solver().solve(position, limit=left).score
        for column in centre_first(position):
            bounds = self._bounds(position, column, until)
            if score is None or bounds.score is None:
                return None
            if bounds.score == score:
                return column
        return None

    def review(self, game: Position, seconds: float, stop: Stop) -> Iterator[Judgement]:
        """The moves of a game, the last one first; once the time is over, without scores."""
        until = perf_counter() + seconds
        for ply in range(len(game.moves), 0, -1):
            before = Position.parse(game.moves[: ply - 1], game.rules)
            played = Position.parse(game.moves[:ply], game.rules).last_cell
            assert played is not None
            left = max(0.0, until - perf_counter())
            yield _judge(self.analyse(before, left, stop), played.column)


def check_solvable(position: Position) -> None:
    """Refuses what has no score.

    Raises:
        InvalidSetting: with the reason.
    """
    if position.rules.name != "classic":
        raise InvalidSetting(f"positions of {position.rules.name!r} cannot be solved")
    if position.is_over:
        raise InvalidSetting(f"the game {position.moves!r} is over; there is nothing to solve")


def _judge(found: Findings, column: int) -> Judgement:
    before, after = found.score, found.columns[column].score
    label = None if before is None or after is None else label_move(before, after)
    return Judgement(
        ply=found.position.plies + 1,
        player=found.position.mover,
        column=column,
        before=before,
        after=after,
        label=label,
        better=[] if label in (None, Label.BEST) else found.best,
    )
