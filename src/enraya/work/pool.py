"""Workers in other processes; when one is killed, another does its job again."""

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import Any

from enraya.errors import EnrayaError
from enraya.platform import cores

MOST_DEATHS = 3
"""How many workers a job may kill until it is given up."""
_QUICK_SECONDS = 0.1
"""A worker whose last job took less time gets its next job in advance, so that it is never idle."""
_WAIT_SECONDS = 0.2
"""The time between two calls of ``on_wait`` while jobs run."""
_SMALL = 1 << 14
"""A job of fewer bytes fits into a pipe, so sending it in advance never blocks."""


def run_in_processes(
    function: Callable[[Any], Any],
    jobs: Iterable[Any],
    workers: int | None = None,
    on_wait: Callable[[], None] | None = None,
) -> Iterator[tuple[int, Any]]:
    """Runs the jobs in other processes, by default as many at once as there are cores.

    Only a few jobs are handed out in advance, so an interruption takes effect soon and little
    memory is used. The job of a killed worker is done again.

    Raises:
        EnrayaError: when a job kills its worker again and again.
    """
    pool = _Pool(function, workers or cores())
    try:
        yield from pool.results(jobs, on_wait)
    finally:
        pool.close()


@dataclass(slots=True, eq=False)
class PlacedJob:
    """A job on its way to a worker, with its place among all jobs."""

    place: int
    job: Any
    is_sent: bool = False
    """Whether it was written to a worker's pipe; unused by the Ray engine, where Ray sends jobs."""
    deaths: int = 0
    """How many workers were killed while doing it."""


def attempt(function: Callable[[Any], Any], job: Any) -> bytes:
    """Does a job, and returns its result or error as bytes for `outcome`."""
    try:
        return pickle.dumps((True, function(job)))
    except Exception as error:  # noqa: BLE001  # it is raised again where the results are wanted
        error.add_note(format_exc())
        return _packed(error)


def _packed(error: Exception) -> bytes:
    try:
        data = pickle.dumps((False, error))
        pickle.loads(data)  # noqa: S301  # our own; not every error survives it
    except Exception:  # noqa: BLE001
        kind = EnrayaError if isinstance(error, EnrayaError) else RuntimeError
        data = pickle.dumps((False, kind(f"{error}")))
    return data


def outcome(data: bytes) -> Any:
    """The result of an `attempt`, from its bytes; raises the error if there was one."""
    succeeded, value = pickle.loads(data)  # noqa: S301  # from a worker of ours
    if not succeeded:
        raise value
    return value


def given_up(job: Any) -> EnrayaError:
    """The error for a job that no worker survives."""
    return EnrayaError(
        f"a job ended its worker process {MOST_DEATHS} times, perhaps for lack of memory: "
        f"{str(job)[:100]}; finished results are kept"
    )


@dataclass(slots=True)
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: "Connection[Any, Any]"
    tasks: deque[PlacedJob] = field(default_factory=deque)
    """The jobs it was given and has not finished; it is doing the first."""
    since: float = 0.0
    is_quick: bool = False

    @property
    def has_room(self) -> bool:
        return len(self.tasks) < (2 if self.is_quick else 1)

    def give(self, task: PlacedJob) -> None:
        if not self.tasks:
            self.since = time.monotonic()
        self.tasks.append(task)
        task.is_sent = False
        if len(self.tasks) == 1 or len(task.job) < _SMALL:
            self._send(task)

    def _send(self, task: PlacedJob) -> None:
        task.is_sent = True
        with suppress(OSError):  # it is dead, which its pipe will say
            self.pipe.send_bytes(task.job)

    def take(self) -> tuple[PlacedJob, bytes]:
        """The next finished job and its `attempt`; raises EOFError or OSError for a dead worker."""
        data = self.pipe.recv_bytes()
        now = time.monotonic()
        self.is_quick = now - self.since < _QUICK_SECONDS
        self.since = now
        done = self.tasks.popleft()
        if self.tasks and not self.tasks[0].is_sent:
            self._send(self.tasks[0])
        return done, data


class _Pool:
    """Up to ``count`` workers, started when there is something for them to do."""

    def __init__(self, function: Callable[[Any], Any], count: int) -> None:
        self._function = function
        self._count = count
        self._workers: list[_Worker] = []

    def results(
        self, jobs: Iterable[Any], on_wait: Callable[[], None] | None = None
    ) -> Iterator[tuple[int, Any]]:
        """Yields the place and the result of each job as it finishes."""
        waiting = (PlacedJob(place, pickle.dumps(job)) for place, job in enumerate(jobs))
        again: deque[PlacedJob] = deque()
        while True:
            self._hand_out(again, waiting)
            busy = {worker.pipe: worker for worker in self._workers if worker.tasks}
            if not busy:
                return
            if on_wait:
                on_wait()
            for pipe in wait(list(busy), _WAIT_SECONDS if on_wait else None):
                worker = busy[pipe]  # type: ignore[index]  # only pipes were waited for
                try:
                    task, data = worker.take()
                except (EOFError, OSError):
                    again.extend(self._bury(worker))
                else:
                    yield task.place, outcome(data)

    def _hand_out(self, again: deque[PlacedJob], waiting: Iterator[PlacedJob]) -> None:
        while self._has_room():
            task = again.popleft() if again else next(waiting, None)
            if task is None:
                return
            self._free_worker().give(task)

    def _has_room(self) -> bool:
        return len(self._workers) < self._count or any(w.has_room for w in self._workers)

    def _free_worker(self) -> _Worker:
        """The worker for the next job: an idle one, else a new one, else a quick one."""
        chosen = min(self._workers, key=lambda worker: len(worker.tasks), default=None)
        if chosen is None or (chosen.tasks and len(self._workers) < self._count):
            chosen = _start_worker(self._function)
            self._workers.append(chosen)
        return chosen

    def _bury(self, worker: _Worker) -> list[PlacedJob]:
        """Removes a dead worker; returns the jobs that it has left undone."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()
        tasks = list(worker.tasks)
        tasks[0].deaths += 1
        if tasks[0].deaths == MOST_DEATHS:
            raise given_up(pickle.loads(tasks[0].job))  # noqa: S301  # our own
        return tasks

    def close(self) -> None:
        """Ends the workers, even those that are doing a job."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()


def _start_worker(function: Callable[[Any], Any]) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(function, theirs))
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _work(function: Callable[[Any], Any], pipe: "Connection[Any, Any]") -> None:
    """The life of a worker: one job after another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this
    _leave_with_parent()
    with suppress(EOFError, OSError):
        while True:
            job = pickle.loads(pipe.recv_bytes())  # noqa: S301  # from the parent
            pipe.send_bytes(attempt(function, job))


def _leave_with_parent() -> None:
    """Ends this worker when its parent dies, however that happens."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
