"""The engines: ways to run jobs. Each yields (place among the jobs, result) as jobs finish.

Jobs are taken from their iterable only when there is somebody to do them, so what comes later
may depend on what has been finished.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

from enraya.work.pool import Pool

Engine = Callable[[Callable[[Any], Any], Iterable[Any], int | None], Iterator[tuple[int, Any]]]


def run_serially(
    function: Callable[[Any], Any],
    jobs: Iterable[Any],
    workers: int | None = None,  # noqa: ARG001  # there is only this process
) -> Iterator[tuple[int, Any]]:
    """Runs the jobs one after the other, here."""
    for place, job in enumerate(jobs):
        yield place, function(job)


def run_in_processes(
    function: Callable[[Any], Any], jobs: Iterable[Any], workers: int | None = None
) -> Iterator[tuple[int, Any]]:
    """Runs the jobs in processes of their own, as many at once as there are cores.

    Only a few jobs are handed out ahead, so an interruption ends soon and memory stays small.
    The job of a worker that is killed is done again.
    """
    with closing(Pool(function, workers or len(os.sched_getaffinity(0)))) as pool:
        yield from pool.results(jobs)


ENGINES: dict[str, Engine] = {"serial": run_serially, "processes": run_in_processes}
