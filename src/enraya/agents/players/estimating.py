"""Analyses positions that take long to solve: an estimate at once, then closer and closer bounds.

Two kinds of steps alternate. In one, the solver proves bounds on the moves' scores: it narrows the
widest from both ends, because a small tree settles whether there is a quick win or loss, and then
searches for the exact score of one move after another. In the other, a search with a heuristic
looks deeper and deeper; its result is a guess, and is marked as one.
"""

from dataclasses import replace
from itertools import count
from math import isnan
from time import perf_counter

import numpy as np

from enraya.agents.players.lookahead import stop_after
from enraya.agents.players.search import expected_line
from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from enraya.kernels.core.board import DRAW
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import NODES, STOP_FLAG, UNLIMITED
from enraya.kernels.search.deepening import (
    BEST_ACTION,
    LEAST_WIN,
    MAX_PLIES,
    SIGNATURE,
    WIN,
    best_action,
    make_stack,
    make_table,
    win_value,
)
from enraya.rules import RuleSet
from enraya.solver import Analysis, Bounds, Solver
from enraya.solver.analysis import (
    EstimatedMove,
    SearchEstimate,
    analyse,
    best_line,
    centre_first,
    limit_until,
    move_bounds,
)

HEURISTIC = "threats"
FIRST_SHARE = 0.6
"""The share of the first step that the solver gets; if it finishes, no estimate is needed."""
FIRST_SECONDS, LONGEST_SECONDS, GROWTH = 0.3, 2.0, 1.5
"""The length of the first step and of the longest, and the factor by which steps grow."""
LEAST_STEPS = 8
"""About how many steps a long analysis is divided into."""
_LEAST_DEPTH = 3
_TABLE_LOG2 = 19
_Values = dict[int, float]
"""The values of moves, by column."""


def step_seconds(step: int) -> float:
    """How long a step of an analysis takes; the first has number 0."""
    return float(min(FIRST_SECONDS * GROWTH**step, LONGEST_SECONDS))


class Estimator:
    """Analyses positions that a solver may not solve in time, one position at a time.

    >>> estimator = Estimator(Solver(table_mb=8))
    >>> found = estimator.analyse(Position("4", "classic(columns=8, rows=8)"), 0.2)
    >>> found.is_exact, found.estimate.depth > 1, found.whole.upper < 31
    (False, True, True)

    Args:
        solver: proves the bounds; its table is kept from step to step.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._heuristic = named_heuristic(HEURISTIC)
        self._stack = make_stack()
        self._table = make_table(_TABLE_LOG2)
        self._rules: RuleSet | None = None
        self._last: tuple[Position, int, _Values] | None = None

    def prepare(self) -> None:
        """Loads what the first estimate needs, so that loading is not part of its time."""
        prepared(best_action, BEST_ACTION)
        self._heuristic.pointer()

    def analyse(self, position: Position, seconds: float, *, with_line: bool = False) -> Analysis:
        """The score of every move, with an estimate if they are not all found in time.

        Raises:
            InvalidSetting: when the game is over or cannot be solved.
        """
        deadline = perf_counter() + seconds
        found = self.begin(position, min(FIRST_SECONDS, seconds))
        for step in count(1):
            left = deadline - perf_counter()
            if found.is_exact or left <= 0:
                break
            share = min(max(step_seconds(step), seconds / LEAST_STEPS), left)
            found = self.refine(found, share, proves=step % 2 == 1)
        if with_line and found.is_exact:
            return replace(found, line=best_line(self._solver, position, deadline=deadline))
        return found

    def begin(self, position: Position, seconds: float) -> Analysis:
        """The first step of an analysis: the scores if they are found at once, else an estimate.

        Raises:
            InvalidSetting: when the game is over or cannot be solved.
        """
        started = perf_counter()
        found = analyse(self._solver, position, deadline=started + FIRST_SHARE * seconds)
        return found if found.is_exact else self.estimate(found, started + seconds)

    def refine(self, found: Analysis, seconds: float, *, proves: bool) -> Analysis:
        """A later step of an analysis: closer bounds if it ``proves``, else a deeper estimate.

        If the estimate cannot look any deeper, the step gives closer bounds in any case.
        """
        started = perf_counter()
        deadline = started + seconds
        if not proves and not _is_all_seen(found):
            return self.estimate(found, deadline)
        proving = _Proving(self._solver, found)
        proving.close_in(started + seconds / 2)
        for column in centre_first(found.position):
            proving.ask(column, proving.bounds[column], deadline)
        seconds = found.seconds + perf_counter() - started
        refined = replace(found, bounds=proving.by_column, nodes=proving.nodes, seconds=seconds)
        return replace(refined, estimate=None) if refined.is_exact else refined

    def estimate(self, found: Analysis, deadline: float) -> Analysis:
        """The analysis with an estimate that looks as deep as time allows, at least three moves."""
        started, position = perf_counter(), found.position
        self._use(position.rules)
        estimate, nodes = found.estimate, found.nodes
        values, used = self._values_before(position, estimate)
        nodes += used
        first = _LEAST_DEPTH if estimate is None else estimate.depth + 1
        for depth in range(first, max(_deepest(position), first) + 1):
            left = None if estimate is None else deadline - perf_counter()
            if values is None or (left is not None and left <= 0):
                break
            before = values
            values, used = self._look(position, depth, left, before)
            nodes += used
            if values is not None:
                self._last = position, depth, values
                estimate = self._estimate(position, depth, before, values)
        seconds = found.seconds + perf_counter() - started
        return replace(found, estimate=estimate, nodes=nodes, seconds=seconds)

    def _use(self, rules: RuleSet) -> None:
        """Clears the search's history and, if the rules have changed, its table."""
        self._stack.history[:] = 0
        if rules != self._rules:
            self._table[:, SIGNATURE] = 0
            self._rules = rules

    def _values_before(
        self, position: Position, estimate: SearchEstimate | None
    ) -> tuple[_Values | None, int]:
        """The values of the moves at the depth before the next one, and the nodes they took."""
        depth = _LEAST_DEPTH - 1 if estimate is None else estimate.depth
        if self._last is not None and self._last[:2] == (position, depth):
            return self._last[2], 0
        return self._look(position, depth, None, {})

    def _look(
        self, position: Position, depth: int, seconds: float | None, before: _Values
    ) -> tuple[_Values | None, int]:
        """The value of every move, each searched on its own, and the nodes they took.

        The values are None if the search was stopped. The move that was best before is searched
        last, so that its line is still in the table.
        """
        rules, heuristic = position.rules, self._heuristic
        search = prepared(best_action, BEST_ACTION)
        context, pointer = heuristic.context(rules), heuristic.pointer()
        counts = np.zeros(3, dtype=np.int64)
        found = {}
        columns = sorted(centre_first(position), key=lambda column: before.get(column, 0.0))
        with stop_after(seconds, counts), np.errstate(over="ignore"):
            for column in columns:
                child = position.play(column)
                if child.is_over:
                    found[column] = 0.0 if child.result == DRAW else win_value(child.plies)
                    continue
                values = np.full(rules.columns + 1, np.nan)
                search(
                    rules.numbers, rules.kernel_geometry, pointer, context, child.kernel_board,
                    depth - 1, UNLIMITED, self._stack, self._table, values, counts,
                )  # fmt: skip
                if counts[STOP_FLAG]:
                    return None, int(counts[NODES])
                found[column] = -max(float(value) for value in values if not isnan(value))
        return found, int(counts[NODES])

    def _estimate(
        self, position: Position, depth: int, before: _Values, values: _Values
    ) -> SearchEstimate:
        """An estimate from the means of two depths, as each favours the player who moves last."""
        means = {
            column: value
            if _is_end(value) or _is_end(before[column])
            else (value + before[column]) / 2
            for column, value in values.items()
        }
        after = position.play(max(means, key=lambda column: means[column]))
        with np.errstate(over="ignore"):
            line = after.moves[-1] + expected_line(after, self._table)
        moves = [
            _estimated(means[column], position) if column in means else None
            for column in range(1, position.rules.columns + 1)
        ]
        return SearchEstimate(depth, tuple(moves), line)


class _Proving:
    """What is proved so far about the moves of a position."""

    def __init__(self, solver: Solver, found: Analysis) -> None:
        self._solver, self._position = solver, found.position
        self.bounds = {
            column: bounds
            for column, bounds in enumerate(found.bounds, start=1)
            if bounds is not None
        }
        self.nodes = found.nodes

    @property
    def by_column(self) -> tuple[Bounds | None, ...]:
        """The bounds of each column; None if it is full."""
        columns = range(1, self._position.rules.columns + 1)
        return tuple(self.bounds.get(column) for column in columns)

    def ask(self, column: int, between: Bounds, deadline: float) -> None:
        """Has the solver look for a column's score between two bounds.

        Does nothing if the score is known or time is up.
        """
        known = self.bounds[column]
        if known.score is not None or perf_counter() >= deadline:
            return
        proved, nodes = move_bounds(
            self._solver, self._position, column, limit_until(deadline), between
        )
        self.bounds[column] = known.and_also(proved)
        self.nodes += nodes

    def close_in(self, deadline: float) -> None:
        """Narrows the widest bounds from both ends until time is up or nothing changes."""
        columns = centre_first(self._position)
        known = None
        while perf_counter() < deadline:
            column = max(columns, key=lambda column: self.bounds[column].width)
            if known == (column, self.bounds[column]):
                return
            known = column, self.bounds[column]
            lower, upper = self.bounds[column]
            self.ask(column, Bounds(upper - 1, upper), deadline)
            self.ask(column, Bounds(lower, lower + 1), deadline)


def _is_all_seen(found: Analysis) -> bool:
    """Whether the estimate already looks as deep as a search can."""
    return found.estimate is not None and found.estimate.depth >= _deepest(found.position)


def _deepest(position: Position) -> int:
    """How many moves ahead a search can look from a position."""
    return min(MAX_PLIES // 2, position.rules.cells - position.plies)


def _is_end(value: float) -> bool:
    """Whether a search value stands for a win or loss that the search sees."""
    return abs(value) > LEAST_WIN


def _estimated(value: float, position: Position) -> EstimatedMove:
    """A search value as an `EstimatedMove`: a heuristic value, or who wins in how many plies."""
    if not _is_end(value):
        return EstimatedMove(round(value, 1))
    end = round(WIN - abs(value))
    return EstimatedMove(None, 1 if value > 0 else -1, end - position.plies)
