"""Jobs on Ray: a real one, which loses workers and a whole machine."""

import operator
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from enraya import EnrayaError, InvalidSetting
from enraya.work import run_jobs
from tests.processes import hear_ctrl_c, parent_of
from tests.work.cluster import raylet_of, shut_down_ray, two_node_cluster, unplug
from tests.work.jobs import count_attempts, patient, suicidal

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def findable() -> Iterator[None]:
    """Lets workers import the jobs of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT)
        yield


@pytest.fixture(scope="module")
def local_ray(findable: None) -> Iterator[str]:
    """The engine that starts its own Ray."""
    del findable
    yield "ray"
    shut_down_ray()


def test_results_on_ray_are_those_of_a_serial_run(local_ray: str) -> None:
    jobs = list(range(100))
    serial = run_jobs(operator.neg, jobs, engine="serial")
    assert run_jobs(operator.neg, jobs, engine=local_ray) == serial


def test_no_jobs_on_ray_give_no_results(local_ray: str) -> None:
    assert run_jobs(operator.neg, [], engine=local_ray) == []


def test_an_error_on_ray_reaches_the_caller(local_ray: str) -> None:
    with pytest.raises(TypeError, match="bad operand"):
        run_jobs(abs, [cast(int, "4")], engine=local_ray)


def test_the_job_of_a_ray_worker_that_ends_itself_is_done_again(
    local_ray: str, tmp_path: Path
) -> None:
    jobs = [(str(tmp_path), number) for number in range(1, 12)]
    assert run_jobs(suicidal, jobs, engine=local_ray) == list(range(1, 12))
    assert [count_attempts(tmp_path, number) for number in (4, 5, 10)] == [1, 2, 3]


def test_a_job_that_ends_every_ray_worker_is_given_up(local_ray: str, tmp_path: Path) -> None:
    with pytest.raises(EnrayaError, match="ended its worker process 3 times"):
        run_jobs(suicidal, [(str(tmp_path), 20)], engine=local_ray)


def test_a_ray_worker_killed_from_outside_loses_nothing(local_ray: str, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done in (3, 6):  # twice, because the first one may have finished its job just now
            killed.append(_worker_at_a_job(tmp_path))
            with suppress(ProcessLookupError):
                os.kill(killed[-1], signal.SIGKILL)

    jobs = [(str(tmp_path), number) for number in range(10)]
    counts: list[int] = []
    results = run_jobs(patient, jobs, engine=local_ray, on_done=_both(counts.append, kill_one))
    assert results == list(range(10))
    assert counts == list(range(11))
    assert len(killed) == 2


def _worker_at_a_job(folder: Path) -> int:
    """The process of the job started last."""
    newest = max(folder.glob("*-*"), key=lambda path: path.stat().st_mtime_ns)
    return int(newest.name.partition("-")[2])


def _both(*functions: Callable[[int], None]) -> Callable[[int], None]:
    def call(done: int) -> None:
        for function in functions:
            function(done)

    return call


def test_another_cluster_than_the_one_joined_is_refused(local_ray: str) -> None:
    run_jobs(operator.neg, [1], engine=local_ray)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        pytest.raises(InvalidSetting, match=r"has already joined the Ray cluster at"),
    ):
        run_jobs(operator.neg, [1], engine=f"ray@127.0.0.1:{server.getsockname()[1]}")


@pytest.fixture
def two_nodes(findable: None) -> Iterator[Any]:
    """A cluster of two machines with one core each, as far as Ray can tell."""
    del findable
    with two_node_cluster() as cluster:
        yield cluster


def test_a_node_that_is_removed_loses_nothing(two_nodes: Any, tmp_path: Path) -> None:
    removed: list[int] = []
    raylet = raylet_of(two_nodes.second)

    def remove_one(done: int) -> None:
        if done > 4 and not removed and parent_of(_worker_at_a_job(tmp_path)) == raylet:
            unplug(two_nodes, two_nodes.second)
            removed.append(done)

    jobs = [(str(tmp_path), number) for number in range(20)]
    counts: list[int] = []
    engine = f"ray@{two_nodes.address}"
    results = run_jobs(patient, jobs, engine=engine, on_done=_both(counts.append, remove_one))
    assert results == list(range(20))
    assert counts == list(range(21))
    assert removed
    assert len(list(tmp_path.glob("*-*"))) > 20, "the removed node was idle"


def test_ctrl_c_ends_a_run_on_ray_and_its_cluster() -> None:
    code = (
        "import time; from enraya.work import run_jobs\n"
        "run_jobs(time.sleep, [0.1] + [60] * 4, engine='ray', on_done=lambda n: n and "
        "print(__import__('ray').get_runtime_context().get_session_name(), flush=True))\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c
    ) as process:
        assert process.stdout is not None
        session = process.stdout.readline().strip()
        assert session.startswith("session_")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=180)
    assert errors.strip().endswith("KeyboardInterrupt")
    deadline = time.monotonic() + 60
    while _processes_of(session) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert _processes_of(session) == []


def _processes_of(session: str) -> list[str]:
    found = []
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_text() if entry.name.isdecimal() else ""
        except OSError:
            continue  # ended meanwhile
        if session in line:
            found.append(line.replace("\0", " "))
    return found


def test_an_address_where_nobody_is_is_named() -> None:
    with pytest.raises(InvalidSetting, match=r"cannot reach a Ray cluster at '127\.0\.0\.1:1'"):
        run_jobs(operator.neg, [1], engine="ray@127.0.0.1:1")
