"""The solver for clients: one per thread, exact answers cached, requests that can be cancelled.

`enraya.solver` decides how a position is solved, and what happens when time runs out.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from time import perf_counter

from enraya.agents.players.estimating import Estimator
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.solver import Analysis, Review, Solver, analyse
from enraya.solver.analysis import best_line
from enraya.solver.review import moves_backwards, review_move
from enraya.solver.solved import SolvedPositions
from enraya.stopping import Stop, stoppable
from enraya.texts import Sentence
from enraya.web.server.problems import Cancelled

MAX_KEPT = 20_000


class _Own(threading.local):
    """The solver and the estimator of each thread."""

    def __init__(self, table_mb: int, solved: SolvedPositions | None) -> None:
        self._table_mb, self._solved = table_mb, solved

    @cached_property
    def solver(self) -> Solver:
        return Solver(self._table_mb, solved=self._solved)

    @cached_property
    def estimator(self) -> Estimator:
        return Estimator(self.solver)


class SolverService:
    """Answers questions about classic positions; each thread has its own solver."""

    def __init__(self, table_mb: int, solved: SolvedPositions | None = None) -> None:
        self._own = _Own(table_mb, solved)
        self._lock = threading.Lock()
        self._kept: OrderedDict[Position, Analysis] = OrderedDict()

    def prepare(self) -> None:
        """Creates this thread's solver, so that the first request does not wait for it."""
        _ = self._own.solver

    def known(self, position: Position) -> Analysis | None:
        """The cached exact analysis of a position, without a line, or None."""
        with self._lock:
            return self._kept.get(position)

    def analyse(
        self, position: Position, seconds: float, stop: Stop, *, with_line: bool = False
    ) -> Analysis:
        """The score of every move and, if wanted, the best line, as far as time allows.

        Raises:
            InvalidSetting: when the game is over or of a rule set that cannot be solved.
            Cancelled: when the request was withdrawn.
        """
        deadline = perf_counter() + seconds
        with _cancellable(stop):
            found = self._analyse(position, deadline, stop)
            if not with_line:
                return found
            return replace(found, line=best_line(self._own.solver, position, deadline=deadline))

    def estimate(self, found: Analysis, seconds: float, stop: Stop) -> Analysis:
        """The analysis ``found``, with estimates for moves that are not solved.

        Raises:
            Cancelled: when the request was withdrawn.
        """
        with _cancellable(stop):
            return self._own.estimator.estimate(found, perf_counter() + seconds)

    def begin(self, position: Position, seconds: float, stop: Stop) -> Analysis:
        """The first step of an analysis that may take long: scores, or an estimate.

        Raises:
            InvalidSetting: when the game is over or of a rule set that cannot be solved.
            Cancelled: when the request was withdrawn.
        """
        with _cancellable(stop):
            found = self.known(position) or self._own.estimator.begin(position, seconds)
        return self._kept_if_exact(found)

    def refine(self, found: Analysis, seconds: float, stop: Stop, *, proves: bool) -> Analysis:
        """A later step of an analysis: tighter bounds if ``proves``, else a deeper estimate.

        Raises:
            Cancelled: when the request was withdrawn.
        """
        with _cancellable(stop):
            known = self.known(found.position)
            found = known or self._own.estimator.refine(found, seconds, proves=proves)
        return self._kept_if_exact(found)

    def review(self, game: Position, seconds: float, stop: Stop) -> Review:
        """Every move of a game, labelled as far as time allows.

        Raises:
            InvalidSetting: when its rule set cannot be solved.
            Cancelled: when the request was withdrawn.
        """
        deadline = perf_counter() + seconds
        with _cancellable(stop):
            moves = [
                review_move(self._analyse(before, deadline, stop), column)
                for before, column in moves_backwards(game)
            ]
        return Review(game, tuple(moves[::-1]))

    def values(
        self, game: Position, opening: int, seconds: float, stop: Stop
    ) -> tuple[int | None, ...]:
        """The game's value for the first player after its opening and after each later move.

        Returns:
            1, 0 or -1 for a win, draw or loss under perfect play; None where the time ran out.

        Raises:
            InvalidSetting: when its rule set cannot be solved.
            Cancelled: when the request was withdrawn.
        """
        deadline = perf_counter() + seconds
        with _cancellable(stop):  # solving later positions first helps with earlier ones
            found = [
                self._value(Position.parse(game.moves[:plies], game.rules), deadline)
                for plies in range(game.plies, opening - 1, -1)
            ]
        return tuple(found[::-1])

    def _value(self, position: Position, deadline: float) -> int | None:
        """A position's value for the first player: 1, 0 or -1; None if time runs out."""
        if position.is_over:
            return {1: 1, 2: -1}.get(position.result, 0)
        limit = Limit(seconds=max(0.0, deadline - perf_counter()))
        value = self._own.solver.solve(position, weak=True, limit=limit).value
        return value if value is None or position.mover == 1 else -value

    def _analyse(self, position: Position, deadline: float, stop: Stop) -> Analysis:
        kept = self.known(position)
        if kept is not None:
            return kept
        found = analyse(self._own.solver, position, deadline=deadline)
        if stop.is_set:
            raise Cancelled
        return self._kept_if_exact(found)

    def _kept_if_exact(self, found: Analysis) -> Analysis:
        if found.is_exact:
            with self._lock:
                self._kept[found.position] = found
                if len(self._kept) > MAX_KEPT:
                    self._kept.popitem(last=False)
        return found


@contextmanager
def _cancellable(stop: Stop) -> Iterator[None]:
    """Lets ``stop`` interrupt the work inside, and then raises `Cancelled`."""
    with stoppable(stop):
        yield
    if stop.is_set:
        raise Cancelled


def check_solvable(position: Position) -> None:
    """Refuses a position without a score: of another rule set, or of a finished game.

    Raises:
        InvalidSetting: with the reason.
    """
    if position.rules.name != "classic":
        raise InvalidSetting(Sentence("problem.not_solvable", rules=repr(position.rules.name)))
    if position.is_over:
        raise InvalidSetting(Sentence("problem.nothing_to_solve", moves=repr(position.moves)))
