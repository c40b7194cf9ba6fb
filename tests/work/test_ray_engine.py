"""Requests to Ray, with a stand-in that does every job at once; `test_ray` has a real one."""

import operator
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from socket import create_server
from types import SimpleNamespace
from typing import Any

import pytest

from enraya.errors import EnrayaError, InvalidSetting
from enraya.work import run_jobs


class Lost(Exception):
    """Something was lost with its machine."""


class Unable(Lost):
    """A machine cannot do the work."""

    cause = "no module named 'enraya'"


@dataclass(eq=False)
class Done:
    """What came of an attempt at a job."""

    data: bytes
    error: Exception | None


class Ray:
    """A cluster of three cores on two machines; a third machine is gone."""

    exceptions = SimpleNamespace(
        RayError=Lost,
        RayTaskError=Unable,
        WorkerCrashedError=ChildProcessError,
        OutOfMemoryError=MemoryError,
    )

    def __init__(self) -> None:
        self.joined = ""
        self.started: list[dict[str, Any]] = []
        self.under_way: set[Done] = set()
        self.most_under_way = 0
        self.attempts = Counter[Any]()
        self.error_of: Callable[[Any, int], Exception | None] = lambda _job, _attempt: None

    def is_initialized(self) -> bool:
        """Whether a cluster was joined."""
        return bool(self.joined)

    def get_runtime_context(self) -> SimpleNamespace:
        """Which one."""
        return SimpleNamespace(gcs_address=self.joined)

    def init(self, **options: Any) -> None:
        """Joins or starts one."""
        self.started.append(options)

    def nodes(self) -> list[dict[str, Any]]:
        """The machines."""
        cores = ((2.0, True), (1.0, True), (8.0, False))
        return [{"Resources": {"CPU": count}, "Alive": alive} for count, alive in cores]

    def remote(self, **_options: Any) -> Callable[[Any], SimpleNamespace]:
        """What begins attempts."""
        return lambda attempt: SimpleNamespace(remote=lambda *job: self._begun(attempt, *job))

    def _begun(self, attempt: Any, function: Any, job: Any) -> Done:
        self.attempts[job] += 1
        error = self.error_of(job, self.attempts[job])
        done = Done(b"" if error else attempt(function, job), error)
        self.under_way.add(done)
        self.most_under_way = max(self.most_under_way, len(self.under_way))
        return done

    def wait(self, references: list[Done], timeout: float) -> tuple[list[Done], list[Done]]:
        """One that is finished, and the others."""
        assert timeout > 0
        return references[-1:], references[:-1]

    def get(self, reference: Done) -> bytes:
        """The result of an attempt."""
        self.under_way.remove(reference)
        if reference.error:
            raise reference.error
        return reference.data

    def cancel(self, reference: Done, *, force: bool) -> None:
        """Ends an attempt."""
        assert force
        self.under_way.remove(reference)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    """The stand-in, in the place of the real one."""
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def negated(jobs: list[int], **options: Any) -> list[int]:
    return run_jobs(operator.neg, jobs, **{"engine": "ray", **options})


@pytest.mark.parametrize(("workers", "most"), [(None, 6), (1, 1), (4, 4)])
def test_every_core_has_one_job_running_and_one_waiting(
    ray: Ray, workers: int | None, most: int
) -> None:
    assert negated(list(range(20)), workers=workers) == [-n for n in range(20)]
    assert ray.most_under_way == most
    assert set(ray.attempts.values()) == {1}


def test_a_job_lost_with_its_machine_is_done_again_every_time(ray: Ray) -> None:
    ray.error_of = lambda job, attempt: Lost() if job == 1 and attempt < 9 else None
    assert negated([0, 1, 2]) == [0, -1, -2]
    assert ray.attempts == {0: 1, 1: 9, 2: 1}


def test_a_machine_with_another_version_of_enraya_is_named(ray: Ray) -> None:
    ray.error_of = lambda _job, _attempt: Unable()
    with pytest.raises(EnrayaError, match=r"cannot do the work \(no module named 'enraya'\)"):
        negated([0])


def test_an_error_while_waiting_ends_the_jobs_under_way(ray: Ray) -> None:
    def stop() -> None:
        assert len(ray.under_way) == 6
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        negated(list(range(20)), on_wait=stop)
    assert not ray.under_way


def test_a_local_cluster_is_started_unless_one_is_named(ray: Ray) -> None:
    negated([1])
    with create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        negated([1], engine=f"ray@{address}")
    assert [options["address"] for options in ray.started] == ["local", address]
    assert ["object_store_memory" in options for options in ray.started] == [True, False]


def test_a_joined_cluster_is_reused(ray: Ray) -> None:
    with create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        ray.joined = address
        for engine in ("ray", f"ray@{address}", "ray@auto"):
            assert negated([1], engine=engine) == [-1]
        assert ray.started == []
        ray.joined = "127.0.0.1:1"
        with pytest.raises(InvalidSetting, match=r"has already joined .* at '127\.0\.0\.1:1'"):
            negated([1], engine=f"ray@{address}")


@pytest.mark.usefixtures("ray")
def test_an_address_where_no_cluster_listens_is_named() -> None:
    with pytest.raises(InvalidSetting, match=r"cannot reach a Ray cluster at '127\.0\.0\.1:1'"):
        negated([1], engine="ray@127.0.0.1:1")
