"""Exact labels: positions are sampled in blocks, and the solver scores every move."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from enraya.errors import InvalidSetting
from enraya.learn.data.samplers import Sampling, sample
from enraya.solver import Solver, analyse
from enraya.work import run_jobs

BLOCK = 50
"""Positions per job: few enough that a kill costs little, enough to keep the table warm."""
_PAPER_IN_JOBS = "report"
"""The name of the sampler ``paper`` in jobs: version 0.2.0 used it, and labelling that it left
unfinished must be able to resume."""
_NO_PEER = False
"""The last value of every job, for the same reason: in version 0.2.0 it chose another book."""


class Labelled(NamedTuple):
    """A position and the exact score of each column for its mover; None for a full column."""

    moves: str
    scores: tuple[int | None, ...]


class Labels(NamedTuple):
    """Labelled positions, and the seconds that solving them took, by number of stones."""

    positions: list[Labelled]
    seconds: dict[int, float]


@lru_cache(maxsize=1)
def _solver() -> Solver:
    """The solver of this process; all blocks share it, so that its table stays warm."""
    return Solver(table_mb=128)


def label_block(job: list[Any]) -> list[list[Any]]:
    """Samples and solves the positions of a block; one ``[moves, scores, seconds]`` for each.

    A job is ``[sampling, seed, block, count, False]``, all plain values.
    """
    values, seed, block, count, _ = job
    sampler = "paper" if values["sampler"] == _PAPER_IN_JOBS else values["sampler"]
    sampling = Sampling(**{**values, "sampler": sampler, "agents": tuple(values["agents"])})
    solver, rows = _solver(), []
    started = perf_counter()
    for position in sample(sampling, seed, block, count, solver):
        scores = list(analyse(solver, position).scores)
        now = perf_counter()
        rows.append([position.moves, scores, round(now - started, 6)])
        started = now
    return rows


def label_positions(
    sampling: Sampling,
    count: int,
    seed: int,
    *,
    engine: str = "processes",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_done: Callable[[int], None] | None = None,
) -> Labels:
    """Samples and solves ``count`` positions; the seed decides which, whatever the engine.

    Args:
        sampling: how positions are chosen.
        count: how many positions to label.
        seed: decides which positions are drawn.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many jobs run at once; one per core by default.
        checkpoint: a file that keeps finished blocks until the caller removes it.
        on_done: called with the number of positions finished so far.

    Raises:
        InvalidSetting: when a setting is wrong, or the checkpoint belongs to another run.
    """
    if count < 1:
        raise InvalidSetting(f"cannot label {count} positions; ask for 1 or more")
    sampling.check()
    values = sampling.as_json()
    if sampling.sampler == "paper":
        values["sampler"] = _PAPER_IN_JOBS
    jobs = [
        [values, seed, start // BLOCK, min(BLOCK, count - start), _NO_PEER]
        for start in range(0, count, BLOCK)
    ]

    def tell(done: int) -> None:
        if on_done:
            on_done(min(done * BLOCK, count))

    results = run_jobs(
        label_block, jobs, engine=engine, workers=workers, checkpoint=checkpoint, on_done=tell
    )
    positions: list[Labelled] = []
    seconds: dict[int, float] = {}
    for rows in results:
        for moves, scores, spent in rows:
            positions.append(Labelled(moves, tuple(scores)))
            seconds[len(moves)] = seconds.get(len(moves), 0.0) + spent
    return Labels(positions, dict(sorted(seconds.items())))
