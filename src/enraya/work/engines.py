"""The engines: ways to run jobs. Each yields (place among the jobs, result) as jobs finish.

Jobs are taken from their iterable only when a worker is free, so later jobs may depend on results
so far.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

from enraya.errors import InvalidSetting, UnknownName
from enraya.platform import cores
from enraya.work.pool import Pool
from enraya.work.ray_engine import import_ray, run_on_ray

OnWait = Callable[[], None]
"""Called a few times a second while jobs run; what it raises ends them."""
Engine = Callable[
    [Callable[[Any], Any], Iterable[Any], int | None, OnWait | None], Iterator[tuple[int, Any]]
]


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


def run_in_processes(
    function: Callable[[Any], Any],
    jobs: Iterable[Any],
    workers: int | None = None,
    on_wait: OnWait | None = None,
) -> Iterator[tuple[int, Any]]:
    """Runs the jobs in other processes, as many at once as there are cores.

    Only a few jobs are handed out ahead, so an interruption ends soon and memory stays small.
    The job of a killed worker is done again.
    """
    with closing(Pool(function, workers or cores())) as pool:
        yield from pool.results(jobs, on_wait)


ENGINES: dict[str, Engine] = {
    "serial": run_serially,
    "processes": run_in_processes,
    "ray": run_on_ray,
}
_AT = "@"


def named_engine(text: str) -> Engine:
    """The engine that a text writes down: a name of `ENGINES`, or ``ray@ADDRESS``.

    Raises:
        UnknownName: for an engine that does not exist.
        InvalidSetting: for one that cannot be used here.
    """
    name, _, address = text.partition(_AT)
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    if name != "ray" and address:
        raise InvalidSetting(f"an address goes with the engine 'ray', not with {name!r}")
    if name != "ray":
        return ENGINES[name]
    import_ray()
    return partial(run_on_ray, address=address or None)


def engine_at(name: str, address: str | None) -> str:
    """The text of an engine at an address.

    >>> engine_at("ray", "head:6379"), engine_at("serial", None)
    ('ray@head:6379', 'serial')
    """
    return name if address is None else f"{name}{_AT}{address}"
