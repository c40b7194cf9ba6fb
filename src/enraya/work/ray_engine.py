"""The engine for more than one machine: Ray, here or on a cluster that is already running.

Workers get plain jobs and return plain results. Ray itself never repeats a job; a job that is lost
with its worker or machine is handed out again here, so every job counts once.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from math import inf
from socket import create_connection, gethostbyname
from typing import Any

from enraya.errors import EnrayaError, InvalidSetting
from enraya.extras import imported
from enraya.work.pool import MOST_DEATHS, PlacedJob, attempt, given_up, outcome

_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
_OBJECT_BYTES = 100_000_000
"""The shared memory of a cluster started here; jobs and results are small."""
_LOOK_SECONDS = 5.0
"""The time between two counts of the cores, so that machines that join the cluster get jobs too."""
_CONNECT_SECONDS = 10.0
_AHEAD = 2
"""How many jobs per core are under way, so that no core waits for its next job."""


def run_on_ray(
    function: Callable[[Any], Any],
    jobs: Iterable[Any],
    workers: int | None = None,
    on_wait: Callable[[], None] | None = None,
    address: str | None = None,
) -> Iterator[tuple[int, Any]]:
    """Runs the jobs on the Ray cluster at an address; without an address, on a local one.

    Raises:
        InvalidSetting: when Ray is not installed, or there is no cluster at the address.
        EnrayaError: when a job kills its worker again and again, or a machine cannot do the jobs.
    """
    ray = import_ray()
    _connect(ray, address)
    crew = _Crew(ray, function, workers)
    try:
        yield from crew.results(jobs, on_wait)
    finally:
        crew.drop()


def import_ray() -> Any:
    """The module ``ray``, with settings that keep Ray quiet.

    Raises:
        InvalidSetting: when Ray is not installed.
    """
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    return imported("ray")


def _connect(ray: Any, address: str | None) -> None:
    """Joins the cluster at an address; without an address, starts one.

    The connection, and a cluster started here, end with this process. An existing connection is
    used again, because starting a cluster takes seconds and a long job may need many runs.
    """
    if address:
        _check_listening(address)
    if ray.is_initialized():
        joined = ray.get_runtime_context().gcs_address
        if address and not _is_same(address, joined):
            raise InvalidSetting(f"this process has already joined the Ray cluster at {joined!r}")
        return
    local = {"include_dashboard": False, "object_store_memory": _OBJECT_BYTES}
    try:
        ray.init(
            address=address or "local",
            log_to_driver=False,
            logging_level=logging.ERROR,
            **({} if address else local),
        )
    except Exception as error:  # noqa: BLE001  # Ray itself raises it when it starts too slowly
        ray.shutdown()
        reason = " ".join(str(error).split())[:200]
        where = f"reach a Ray cluster at {address!r}" if address else "start Ray"
        hint = "; does this side have the cluster's RAY_AUTH_TOKEN?" if address else ""
        raise InvalidSetting(f"cannot {where}: {reason}{hint}") from None


def _host_and_port(address: str) -> tuple[str, str]:
    """The host and port of an address; no host if it is one of Ray's keywords, such as ``auto``."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    return host.strip("[]"), port


def _is_same(address: str, joined: str) -> bool:
    """Whether an address is that of the cluster we have joined, whose IP address Ray gives."""
    host, port = _host_and_port(address)
    joined_host, joined_port = _host_and_port(joined)
    if not host:
        return True
    number = gethostbyname(host)
    return port == joined_port and (number == joined_host or number.startswith("127."))


def _check_listening(address: str) -> None:
    """Refuses an address at which nothing listens; Ray itself would try it for minutes."""
    host, port = _host_and_port(address)
    if not host:
        return
    try:
        create_connection((host, int(port)), _CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise InvalidSetting(f"cannot reach a Ray cluster at {address!r}: {error}") from None


class _Crew:
    """Runs jobs on a cluster, ``workers`` at once; by default as many as keep its cores busy."""

    def __init__(self, ray: Any, function: Callable[[Any], Any], workers: int | None) -> None:
        self._ray = ray
        self._remote = ray.remote(max_retries=0, scheduling_strategy="SPREAD")(attempt)
        self._function = function
        self._workers = workers
        self._counted = (-inf, 0)
        self._running: dict[Any, PlacedJob] = {}

    def results(
        self, jobs: Iterable[Any], on_wait: Callable[[], None] | None
    ) -> Iterator[tuple[int, Any]]:
        """Yields the place and the result of each job as it finishes."""
        waiting = (PlacedJob(place, job) for place, job in enumerate(jobs))
        again: deque[PlacedJob] = deque()
        running = self._running
        while True:
            while len(running) < self._room():
                task = again.popleft() if again else next(waiting, None)
                if task is None:
                    break
                running[self._remote.remote(self._function, task.job)] = task
            if not running:
                return
            if on_wait:
                on_wait()
            finished, _ = self._ray.wait(list(running), timeout=_LOOK_SECONDS)
            for reference in finished:
                task = running.pop(reference)
                data = self._collect(reference, task)
                if data is None:
                    again.append(task)
                else:
                    yield task.place, outcome(data)

    def drop(self) -> None:
        """Ends the jobs that are under way."""
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._running.clear()

    def _room(self) -> int:
        """How many jobs may be under way at once."""
        if self._workers:
            return self._workers
        seen, cores = self._counted
        if time.monotonic() - seen > _LOOK_SECONDS:
            alive = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
            cores = int(sum(resources.get("CPU", 0) for resources in alive))
            self._counted = time.monotonic(), cores
        return max(1, _AHEAD * cores)

    def _collect(self, reference: Any, task: PlacedJob) -> bytes | None:
        """The `attempt` of a finished job; None if it was lost and has to be done again."""
        errors = self._ray.exceptions
        try:
            data: bytes = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise EnrayaError(
                f"a machine of the cluster cannot do the work ({error.cause}); "
                "every machine needs the same enraya"
            ) from None
        except (errors.WorkerCrashedError, errors.OutOfMemoryError):
            task.deaths += 1
            if task.deaths == MOST_DEATHS:
                raise given_up(task.job) from None
            return None
        except errors.RayError:  # its machine is gone, or what it had computed is
            return None
        return data
