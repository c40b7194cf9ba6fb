"""Building an opening book: list all positions, solve the last ones, work back to the start.

Only positions with exactly the book's number of stones are searched; an earlier one has the score
of its best move.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from enraya.errors import InvalidSetting
from enraya.kernels.solver.book import FULL, WON
from enraya.kernels.solver.forced import QUIET
from enraya.rules import RuleSet, parse_rules
from enraya.solver.book import GAP, Book
from enraya.solver.reachable_positions import Layer, Scores, children, decide, layers, open_columns
from enraya.solver.score import win_score
from enraya.solver.search import Search, unpack
from enraya.solver.solver import STRONG
from enraya.solver.table import PositionTable
from enraya.work import run_jobs

JOB_SIZE = 500
"""Positions in a job: a few seconds of work on 7×6, and the most that an interruption loses."""
WORKER_TABLE_MB = 1024


def build_book(
    rules: RuleSet,
    plies: int,
    *,
    engine: str = "processes",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_done: Callable[[int, int], None] | None = None,
) -> Book:
    """Builds the book of all positions of at most ``plies`` plies; `run_jobs` has the options.

    ``on_done`` is called with the number of positions solved so far and their total.
    """
    if not 0 <= plies <= rules.cells:
        raise InvalidSetting(f"a book of {plies} plies is not possible on {rules.cells} cells")
    levels = list(layers(rules, plies))
    size = levels[-1].movers.size
    jobs = [(rules.spec, plies, start) for start in range(0, size, JOB_SIZE)]

    def report(done: int) -> None:
        if on_done:
            on_done(min(done * JOB_SIZE, size), size)

    results = run_jobs(
        solve_job, jobs, engine=engine, workers=workers, checkpoint=checkpoint, on_done=report
    )
    solved = np.array([score for scores in results for score in scores], dtype=np.int8)
    scores = backed_up(levels, solved)
    stored = [plies, *range(plies - GAP + 1)]
    quiet = [levels[ply].scores == QUIET for ply in stored]
    return Book.of_scores(
        rules,
        plies,
        np.concatenate([levels[ply].keys[kept] for ply, kept in zip(stored, quiet, strict=True)]),
        np.concatenate([scores[ply][kept] for ply, kept in zip(stored, quiet, strict=True)]),
    )


def backed_up(levels: Sequence[Layer], solved: Scores) -> list[Scores]:
    """The scores of all layers, computed backwards from those of the last layer."""
    found = [solved]
    for layer, below in zip(levels[-2::-1], levels[:0:-1], strict=True):
        found.append(_best_moves(layer, below, found[-1]))
    return found[::-1]


def _best_moves(layer: Layer, below: Layer, scores: Scores) -> Scores:
    """The scores of a layer's positions, computed from those of the next layer."""
    keys, values = decide(layer.rules, *children(layer))
    goes_on = values < WON
    order = np.argsort(below.keys)
    values[goes_on] = -scores[order[np.searchsorted(below.keys, keys[goes_on], sorter=order)]]
    values[values == WON] = win_score(layer.plies, layer.rules.cells)
    values[values == FULL] = 0
    counts = open_columns(layer)
    return np.maximum.reduceat(values, np.cumsum(counts) - counts)


@lru_cache(maxsize=1)
def _workplace(rules: str, plies: int) -> tuple[Layer, Search]:
    """What a worker keeps from job to job: the last layer, and a search with its filled table."""
    *_, last = layers(parse_rules(rules), plies)
    return last, Search(last.rules, PositionTable(WORKER_TABLE_MB), threads=1)


def solve_job(job: tuple[str, int, int]) -> list[int]:
    """The scores of the positions of a job.

    A job has the rules, the book's plies, and the index of its first position in the last layer.
    """
    rules, plies, start = job
    layer, search = _workplace(rules, plies)
    part = slice(start, start + JOB_SIZE)
    packed, _ = search.run_many(layer.movers[part], layer.occupied[part], STRONG)
    return [_exact(*unpack(bounds)) for bounds in packed.tolist()]


def _exact(lower: int, upper: int) -> int:
    assert lower == upper, "a search without a limit ends with the score"
    return lower
