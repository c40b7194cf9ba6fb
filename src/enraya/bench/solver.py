"""The solver's speed compared with bitbully's: single scores without a book, all columns with one.

Transposition tables are cleared before each position.
"""

import gc
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from enraya.errors import EnrayaError
from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.platform import cores
from enraya.solver import Solver, analyse
from enraya.solver.bitbully import Bitbully, is_installed
from enraya.solver.position_sets import ScoredPosition

RUNS = 3
TABLE_MB = 64


class WrongScore(EnrayaError):
    """A solver returned a wrong score."""


@dataclass(frozen=True, slots=True)
class SolverRow:
    """Total seconds for one set of positions; each is the median of several runs."""

    set: str
    count: int
    seconds: float
    """`solve` with one thread."""
    many_seconds: float
    """`solve_many` on all cores, with one table for the whole set."""
    threads_seconds: float
    """`solve` with all cores working on each position."""
    bitbully_seconds: float | None
    ratio: float | None
    """``bitbully_seconds / seconds``."""
    nodes: int


def measure_solver(
    name: str,
    positions: Sequence[ScoredPosition],
    runs: int,
    table_mb: int,
    on_run: Callable[[], None],
) -> SolverRow:
    """Times all solvers on a set, one after the other in each run, and checks every score.

    Raises:
        WrongScore: when a solver returns a wrong score.
    """
    one, many = Solver(table_mb, 1, book=None), Solver(table_mb, cores(), book=None)
    peer = Bitbully() if is_installed() else None
    totals: list[tuple[float, ...]] = []
    nodes = 0
    one.solve(positions[0].position)
    for _ in range(runs):
        gc.collect()
        gc.disable()
        timed = [_time_solve(one, position, score) for position, score in positions]
        theirs = sum(_time_peer(peer, *scored) for scored in positions) if peer else 0.0
        threaded = sum(_time_solve(many, position, score)[0] for position, score in positions)
        gc.enable()
        nodes = sum(used for _, used in timed)
        ours = sum(seconds for seconds, _ in timed)
        totals.append((ours, threaded, theirs, _time_many(many, positions)))
        on_run()
    ours, threaded, theirs, batch = (
        statistics.median(column) for column in zip(*totals, strict=True)
    )
    return SolverRow(
        set=name,
        count=len(positions),
        seconds=ours,
        many_seconds=batch,
        threads_seconds=threaded,
        bitbully_seconds=theirs if peer else None,
        ratio=theirs / ours if peer else None,
        nodes=nodes,
    )


def _time_solve(solver: Solver, position: Position, score: int) -> tuple[float, int]:
    """The seconds and nodes of one call of `solve` with an empty table."""
    solver.clear()
    before = perf_counter()
    solution = solver.solve(position)
    seconds = perf_counter() - before
    _check("enraya", position, solution.score, score)
    return seconds, solution.nodes


def _time_many(solver: Solver, positions: Sequence[ScoredPosition]) -> float:
    boards = [position for position, _ in positions]
    solver.clear()
    before = perf_counter()
    solutions = solver.solve_many(boards)
    seconds = perf_counter() - before
    for (position, score), solution in zip(positions, solutions, strict=True):
        _check("enraya", position, solution.score, score)
    return seconds


def _time_peer(peer: Bitbully, position: Position, score: int) -> float:
    """The seconds of one call of bitbully with an empty table."""
    board = peer.board(position)
    peer.core.resetTranspositionTable()
    before = perf_counter()
    found = peer.core.mtdf(board, 0)
    seconds = perf_counter() - before
    _check("bitbully", position, found, score)
    return seconds


def _check(solver: str, position: Position, found: int | None, score: int) -> None:
    if found != score:
        raise WrongScore(f"{solver} says {found} for {position.moves!r}, the set says {score}")


def measure_empty_board(table_mb: int, threads: int) -> tuple[float, int]:
    """The seconds and nodes it takes to solve the empty 7×6 board without a book."""
    solver = Solver(table_mb, threads, book=None)
    solver.solve(Position.parse("4455"))
    solver.clear()
    solution = solver.solve(Position.start())
    _check("enraya", Position.start(), solution.score, 1)
    return solution.seconds, solution.nodes


@dataclass(frozen=True, slots=True)
class AnalysisTimes:
    """Seconds for all columns of random positions, with one thread and enraya's own book."""

    count: int
    median: float
    worst: float
    worst_moves: str
    book_plies: int
    book_solve_median: float
    """`solve` on positions within the book."""
    before_book_median: float
    """All columns, on positions one ply before the end of the book."""


def measure_analysis(
    count: int, seed: int, table_mb: int, on_done: Callable[[], None]
) -> AnalysisTimes:
    """Times the analysis of random positions of 0 to 41 plies."""
    rng = np.random.default_rng(seed)
    solver = Solver(table_mb, threads=1)
    assert solver.book is not None
    _warm_up(solver)
    timed: list[tuple[float, str]] = []
    for _ in range(count):
        position = _random_position(rng, int(rng.integers(0, 42)))
        solver.clear()
        timed.append((analyse(solver, position).seconds, position.moves))
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
    """Seconds for all columns of random positions with the same number of stones."""

    stones: int
    count: int
    median: float
    worst: float
    worst_moves: str
    bitbully_median: float | None
    """bitbully, with its own book, on the same positions."""
    bitbully_worst: float | None
    ratio: float | None
    """``median / bitbully_median``: below 1 if enraya is faster."""


def measure_stones(
    stones: int, count: int, seed: int, solver: Solver, peer: Bitbully | None
) -> StonesTimes:
    """Times both solvers' analyses of random positions with the same number of stones.

    Raises:
        EnrayaError: when the solvers disagree.
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
            theirs.append(_time_peer_columns(peer, position, analysis.scores))
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
    """Loads the compiled code and the book, so that the first timed analysis need not."""
    for moves in ("44444333", "44444333332222"):  # within the book and beyond it
        analyse(solver, Position.parse(moves))


def _time_peer_columns(peer: Bitbully, position: Position, scores: tuple[int | None, ...]) -> float:
    """The seconds that bitbully takes for all columns with an empty table."""
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
    """A random undecided position with ``plies`` stones."""
    return random_undecided(Position.start(), rng, lambda: plies)
