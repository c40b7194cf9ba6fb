"""How long the scores of all columns take with the shipped book."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from enraya.errors import EnrayaError
from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.solver import Solver, analyse
from enraya.solver.bitbully import Bitbully


@dataclass(frozen=True, slots=True)
class AnalysisTimes:
    """Seconds for all columns of random positions, one thread, with the shipped book."""

    count: int
    median: float
    worst: float
    worst_moves: str
    book_plies: int
    book_solve_median: float
    """`solve` up to the book's depth."""
    before_book_median: float
    """All columns, one ply before the book's depth."""


def measure_analysis(
    count: int, seed: int, table_mb: int, on_done: Callable[[], None] | None = None
) -> AnalysisTimes:
    """Analyses random positions of 0 to 41 plies, the table emptied before each."""
    rng = np.random.default_rng(seed)
    solver = Solver(table_mb, threads=1)
    assert solver.book is not None
    _warm_up(solver)
    timed: list[tuple[float, str]] = []
    for _ in range(count):
        position = _random_position(rng, int(rng.integers(0, 42)))
        solver.clear()
        timed.append((analyse(solver, position).seconds, position.moves))
        if on_done:
            on_done()
    worst, worst_moves = max(timed)
    plies = solver.book.plies
    early = [_random_position(rng, int(rng.integers(0, plies + 1))) for _ in range(count)]
    before = [_random_position(rng, plies - 1) for _ in range(count)]
    return AnalysisTimes(
        count=count,
        median=statistics.median(seconds for seconds, _ in timed),
        worst=worst,
        worst_moves=worst_moves,
        book_plies=plies,
        book_solve_median=statistics.median(solver.solve(p).seconds for p in early),
        before_book_median=statistics.median(analyse(solver, p).seconds for p in before),
    )


@dataclass(frozen=True, slots=True)
class StonesTimes:
    """Seconds for all columns of random positions with one number of stones."""

    stones: int
    count: int
    median: float
    worst: float
    worst_moves: str
    bitbully_median: float | None
    """bitbully with its own book, the same positions in turn."""
    bitbully_worst: float | None
    ratio: float | None
    """median / bitbully_median: below 1 we are faster."""


def measure_stones(
    stones: int, count: int, seed: int, solver: Solver, peer: Bitbully | None
) -> StonesTimes:
    """Analyses random positions with one number of stones, all tables emptied before each.

    Raises:
        EnrayaError: when the two do not agree.
    """
    _warm_up(solver)
    rng = np.random.default_rng([seed, stones])
    ours: list[tuple[float, str]] = []
    theirs: list[float] = []
    for _ in range(count):
        position = _random_position(rng, stones)
        solver.clear()
        analysis = analyse(solver, position)
        ours.append((analysis.seconds, position.moves))
        if peer:
            theirs.append(_time_peer(peer, position, analysis.scores))
    median = statistics.median(seconds for seconds, _ in ours)
    worst, worst_moves = max(ours)
    return StonesTimes(
        stones=stones,
        count=count,
        median=median,
        worst=worst,
        worst_moves=worst_moves,
        bitbully_median=statistics.median(theirs) if theirs else None,
        bitbully_worst=max(theirs, default=None),
        ratio=median / statistics.median(theirs) if theirs else None,
    )


def _warm_up(solver: Solver) -> None:
    """Loads code and the book, which the first analysis of a process would wait for."""
    for moves in ("44444333", "44444333332222"):  # in the book and beyond
        analyse(solver, Position.parse(moves))


def _time_peer(peer: Bitbully, position: Position, scores: tuple[int | None, ...]) -> float:
    """Seconds that bitbully takes for all columns on an empty table."""
    board = peer.board(position)
    peer.core.resetTranspositionTable()
    before = perf_counter()
    peer.core.scoreMoves(board)
    seconds = perf_counter() - before
    theirs = peer.column_scores(position)
    if theirs != list(scores):
        raise EnrayaError(f"{position.moves}: we say {scores}, bitbully says {theirs}")
    return seconds


def _random_position(rng: np.random.Generator, plies: int) -> Position:
    """A random position with N stones that is not over."""
    return random_undecided(Position.start(), rng, lambda: plies)
