"""Looks a fixed number of moves ahead: the compiled search, and the same in plain Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import Timer

import numpy as np
from numpy.typing import NDArray

from enraya.game.notation import BOOM, Move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, Heuristic
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import COUNTS, LEAVES, NODES, STOP_FLAG, UNLIMITED
from enraya.kernels.search.alphabeta import (
    BOUNDS,
    MOVE_VALUES,
    WORDS,
    Style,
    decided_value,
    is_cut,
    move_values,
    seen_result,
)
from enraya.rules import RuleSet
from enraya.solver.analysis import centre_first
from enraya.stopping import stopped_by

MARGIN_SECONDS = 0.002
MARGIN_SHARE = 0.05
"""A search ends this long before its answer is due: so many seconds or this share of its time,
whichever is less."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a search has found; values are for the player to move."""

    move: Move | None
    """The chosen move; None when the search stopped before any move had a value."""
    values: dict[Move, float]
    """The value of each move; with pruning only the best is exact, the others are upper bounds."""
    nodes: int
    leaves: int
    finished: bool
    """Whether the search reached its full depth."""

    @property
    def score(self) -> float | None:
        """The value of the chosen move, or None."""
        return None if self.move is None else self.values[self.move]


def look(
    position: Position,
    depth: int,
    heuristic: Heuristic,
    style: Style,
    budget: int = UNLIMITED,
    seconds: float | None = None,
) -> Looked:
    """Searches a position that is not over; in compiled code if the heuristic is compiled.

    Args:
        position: the position to search.
        depth: how many moves ahead to look, at least 1.
        heuristic: values the positions at full depth.
        style: the style of the search.
        budget: the number of nodes after which to stop.
        seconds: the time in which to answer.
    """
    counts = np.zeros(COUNTS, dtype=np.int64)
    with stop_after(seconds, counts):
        if isinstance(heuristic, CompiledHeuristic):
            return _look_compiled(position, depth, heuristic, style, budget, counts)
        return look_plainly(position, depth, heuristic, style, budget, counts)


def thinking_time(seconds: float) -> float:
    """How long to search when the answer is due in ``seconds``."""
    return max(seconds - min(MARGIN_SECONDS, MARGIN_SHARE * seconds), 0.0)


def prepare_look(heuristic: Heuristic, style: Style, rules: RuleSet) -> None:
    """Loads what `look` needs for this heuristic, so that loading is not on the clock."""
    if isinstance(heuristic, CompiledHeuristic):
        look(Position.start(rules), 1, heuristic, style)


@contextmanager
def stop_after(seconds: float | None, counts: NDArray[np.int64]) -> Iterator[None]:
    """Sets the stop flag of ``counts`` when time is up, or when the thread is told to stop."""

    def stop() -> None:
        counts[STOP_FLAG] = 1

    with stopped_by(stop):
        if seconds is None:
            yield
            return
        timer = Timer(thinking_time(seconds), stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def move_at(position: Position, place: int) -> Move:
    """The move with this number in kernels: columns from 0, then the explosion."""
    return int(place) + 1 if place < position.rules.columns else BOOM


def middle_move(position: Position) -> Move:
    """The legal column nearest the middle, the left one of two; the explosion if none is open."""
    return next(iter(centre_first(position)), BOOM)


def _look_compiled(
    position: Position,
    depth: int,
    heuristic: CompiledHeuristic,
    style: Style,
    budget: int,
    counts: NDArray[np.int64],
) -> Looked:
    rules = position.rules
    values = np.full(rules.columns + 1, np.nan)
    words = np.empty((depth, WORDS), dtype=np.uint64)
    bounds = np.empty((depth, BOUNDS))
    chosen = prepared(move_values, MOVE_VALUES)(
        rules.numbers, rules.kernel_geometry, style, heuristic.pointer(),
        heuristic.context(rules), position.kernel_board, depth, budget, words, bounds,
        values, counts,
    )  # fmt: skip
    return Looked(
        move=None if chosen < 0 else move_at(position, chosen),
        values={move_at(position, i): float(v) for i, v in enumerate(values) if not np.isnan(v)},
        nodes=int(counts[NODES]),
        leaves=int(counts[LEAVES]),
        finished=not counts[STOP_FLAG],
    )


class _Stopped(Exception):
    """Raised when the budget is spent or time is up."""


@dataclass(slots=True)
class _PlainSearch:
    """The search in plain Python, as one would explain it; the compiled one does the same."""

    player: int
    heuristic: Heuristic
    style: Style
    budget: int
    counts: NDArray[np.int64]

    def value(self, position: Position, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The value of a position for the player, or a bound beyond alpha or beta."""
        if self.counts[NODES] >= self.budget or self.counts[STOP_FLAG]:
            raise _Stopped
        self.counts[NODES] += 1
        if position.is_over:
            self.counts[LEAVES] += self.style.count_decided
            return decided_value(self.style, position.result, self.player - 1, ply)
        if depth == 0:
            self.counts[LEAVES] += 1
            if self.style.full_is_zero and position.legal_moves == (BOOM,):
                return 0.0
            return self.heuristic.evaluate(position, self.player)
        maximises = position.mover == self.player
        best = self.style.floor if maximises else self.style.ceiling
        for move in position.legal_moves:
            child = self.after(position, move, depth - 1)
            found = self.value(child, depth - 1, ply + 1, alpha, beta)
            best = max(best, found) if maximises else min(best, found)
            if self.style.prune:
                if is_cut(self.style, maximises, best, alpha, beta):
                    break
                alpha, beta = (max(alpha, best), beta) if maximises else (alpha, min(beta, best))
        return best

    def after(self, position: Position, move: Move, left: int) -> Position:
        """The position after a move, with the result that this style sees."""
        child = position.play(move)
        if not self.style.past_wins:
            return child
        rules = child.rules
        seen = seen_result(rules.numbers, rules.geometry, self.style, child.board, left)
        return child.with_result(seen)


def look_plainly(
    position: Position,
    depth: int,
    heuristic: Heuristic,
    style: Style,
    budget: int = UNLIMITED,
    counts: NDArray[np.int64] | None = None,
) -> Looked:
    """The search of `look` in plain Python, for any heuristic and for comparison."""
    counts = np.zeros(COUNTS, dtype=np.int64) if counts is None else counts
    search = _PlainSearch(position.mover, heuristic, style, budget, counts)
    counts[NODES] += 1
    values: dict[Move, float] = {}
    chosen: Move | None = None
    alpha = -style.bound
    finished = True
    try:
        for move in position.legal_moves:
            child = search.after(position, move, depth - 1)
            values[move] = search.value(child, depth - 1, 1, alpha, style.bound)
            best = values[chosen] if chosen is not None else -inf
            if chosen is None or values[move] > best or (style.last and values[move] == best):
                chosen = move
            if style.prune:
                alpha = max(alpha, values[chosen])
    except _Stopped:
        finished = False
    return Looked(chosen, values, int(counts[NODES]), int(counts[LEAVES]), finished)
