"""Runs many independent jobs, in this process or several; with a checkpoint, a run can resume.

Every long job of enraya is a list of small ones whose results do not depend on where or when
they are computed, so a run gives the same answer in every engine and after any interruption.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from enraya.errors import InvalidSetting, UnknownName
from enraya.work.checkpoint import Checkpoint, seed_of
from enraya.work.pool import MOST_DEATHS, run_in_processes
from enraya.work.ray_engine import import_ray, run_on_ray

__all__ = [
    "ENGINES",
    "MOST_DEATHS",
    "Checkpoint",
    "OnWait",
    "engine_at",
    "named_engine",
    "run_jobs",
    "seed_of",
    "stream_jobs",
]

OnWait = Callable[[], None]
"""Called now and then while jobs run; an error that it raises ends them."""
Engine = Callable[
    [Callable[[Any], Any], Iterable[Any], int | None, OnWait | None], Iterator[tuple[int, Any]]
]
"""A way to run jobs; yields (place among the jobs, result) as jobs finish.

Jobs are taken from their iterable only when a worker is free, so later jobs may depend on earlier
results."""
_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


def run_serially(
    function: Callable[[Any], Any],
    jobs: Iterable[Any],
    workers: int | None = None,  # noqa: ARG001  # there is only this process
    on_wait: OnWait | None = None,
) -> Iterator[tuple[int, Any]]:
    """Runs the jobs one after another, in this process."""
    for place, job in enumerate(jobs):
        if on_wait:
            on_wait()
        yield place, function(job)


ENGINES: dict[str, Engine] = {
    "serial": run_serially,
    "processes": run_in_processes,
    "ray": run_on_ray,
}


def named_engine(text: str) -> Engine:
    """The engine that a text names: a name from `ENGINES`, or ``ray@ADDRESS``.

    Raises:
        UnknownName: for an engine that does not exist.
        InvalidSetting: when Ray is not installed, or another engine has an address.
    """
    name, _, address = text.partition("@")
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    if name == "ray":
        import_ray()
        return partial(run_on_ray, address=address or None)
    if address:
        raise InvalidSetting(f"an address goes with the engine 'ray', not with {name!r}")
    return ENGINES[name]


def engine_at(name: str, address: str | None) -> str:
    """The text that names an engine, at an address if there is one.

    >>> engine_at("ray", "head:6379"), engine_at("serial", None)
    ('ray@head:6379', 'serial')
    """
    return name if address is None else f"{name}@{address}"


def run_jobs(
    function: Callable[[_Job], _Result],
    jobs: Sequence[_Job],
    *,
    engine: str = "processes",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_done: Callable[[int], None] | None = None,
    on_wait: OnWait | None = None,
) -> list[_Result]:
    """Runs all jobs and returns their results in the order of the jobs.

    Args:
        function: what to do with a job; a module-level function, so that other processes find it.
        jobs: the jobs; with a checkpoint, values that JSON can hold.
        engine: a name from `ENGINES`, or ``ray@ADDRESS`` for a cluster that is running.
        workers: how many jobs to run at once; by default one per core.
        checkpoint: a file that keeps finished results, so that the same call resumes after
            any interruption; the caller removes it when the results are safe.
        on_done: called with the number of jobs finished so far, at the start and after each.
        on_wait: called now and then while jobs run; an error that it raises ends them.

    Raises:
        UnknownName: for an engine that does not exist.
        InvalidSetting: when the engine cannot be used here, or the checkpoint belongs to other
            jobs, is in use, is damaged or cannot be written.
        EnrayaError: when a job kills its worker again and again.
    """
    run = named_engine(engine)
    kept: Checkpoint[_Result] = Checkpoint(checkpoint, jobs)
    with kept:
        remaining = [number for number in range(len(jobs)) if number not in kept.results]
        if on_done:
            on_done(len(kept.results))
        todo = [jobs[number] for number in remaining]
        for place, result in run(function, todo, workers, on_wait):
            kept.add(remaining[place], result)
            if on_done:
                on_done(len(kept.results))
    return [kept.results[number] for number in range(len(jobs))]


def stream_jobs(
    function: Callable[[_Job], _Result],
    jobs: Iterable[_Job],
    *,
    engine: str = "processes",
    workers: int | None = None,
    on_wait: OnWait | None = None,
) -> Generator[_Result, None, None]:
    """Runs jobs and yields their results as they finish, for a caller that keeps them itself.

    Jobs are taken one by one when a worker is free, so an iterator may decide late what comes
    next. Closing the generator ends the jobs that are still running, and so does an error raised
    by ``on_wait``, which is called now and then.

    Raises:
        UnknownName: for an engine that does not exist.
        InvalidSetting: when the engine cannot be used here.
        EnrayaError: when a job kills its worker again and again.
    """
    for _, result in named_engine(engine)(function, jobs, workers, on_wait):
        yield result
