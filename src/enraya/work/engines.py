"""The engines: ways to run jobs. Each yields (place among the jobs, result) as jobs finish.

Jobs are taken from their iterable only when there is somebody to do them, so what comes later
may depend on what has been finished.
"""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from enraya.errors import EnrayaError

Engine = Callable[[Callable[[Any], Any], Iterable[Any], int | None], Iterator[tuple[int, Any]]]
_ORPHAN_CHECK_SECONDS = 1.0


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
    """
    count = workers or len(os.sched_getaffinity(0))
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, context, _leave_with_parent, (os.getpid(),))
    try:
        yield from _hand_out(pool, function, jobs, 2 * count)
    except BrokenProcessPool:
        raise EnrayaError(
            "a worker process was ended from outside, perhaps for lack of memory; "
            "what was finished is kept, the same command continues"
        ) from None
    except BaseException:
        for process in list(pool._processes.values()):  # noqa: SLF001  # no public way to end them
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _hand_out(
    pool: ProcessPoolExecutor, function: Callable[[Any], Any], jobs: Iterable[Any], ahead: int
) -> Iterator[tuple[int, Any]]:
    running: dict[Future[Any], int] = {}
    numbered = enumerate(jobs)
    while True:
        for place, job in islice(numbered, ahead - len(running)):
            running[pool.submit(function, job)] = place
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()


def _leave_with_parent(parent: int) -> None:
    """Ends this worker soon after its parent died, however that happened."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_ORPHAN_CHECK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


ENGINES: dict[str, Engine] = {"serial": run_serially, "processes": run_in_processes}
