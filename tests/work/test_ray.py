"""Jobs on a real Ray cluster that loses workers and a whole machine."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from enraya.work import run_jobs
from tests.processes import hear_ctrl_c, parent_of, wait_until
from tests.work.cluster import raylet_of, shut_down_ray, two_node_cluster, unplug
from tests.work.jobs import patient

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _findable(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets workers import the jobs of these tests; the Ray that was told so ends with the test."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2])
    yield
    shut_down_ray()


def test_a_ray_worker_killed_from_outside_loses_nothing(tmp_path: Path) -> None:
    killed: list[int] = []
    counts: list[int] = []

    def kill_one(done: int) -> None:
        counts.append(done)
        if done in (3, 6):  # twice, because the first one may have finished its job just now
            killed.append(_worker_at_a_job(tmp_path))
            with suppress(ProcessLookupError):
                os.kill(killed[-1], signal.SIGKILL)

    jobs = [(str(tmp_path), number) for number in range(10)]
    results = run_jobs(patient, jobs, engine="ray", on_done=kill_one)
    assert results == list(range(10))
    assert counts == list(range(11))
    assert len(killed) == 2


def _worker_at_a_job(folder: Path) -> int:
    """The process of the job started last."""
    newest = max(folder.glob("*-*"), key=lambda path: path.stat().st_mtime_ns)
    return int(newest.name.partition("-")[2])


def test_a_node_that_is_removed_loses_nothing(tmp_path: Path) -> None:
    removed: list[int] = []
    counts: list[int] = []
    jobs = [(str(tmp_path), number) for number in range(20)]
    with two_node_cluster() as cluster:
        raylet = raylet_of(cluster.second)

        def remove_one(done: int) -> None:
            counts.append(done)
            if done > 4 and not removed and parent_of(_worker_at_a_job(tmp_path)) == raylet:
                unplug(cluster, cluster.second)
                removed.append(done)

        engine = f"ray@{cluster.address}"
        results = run_jobs(patient, jobs, engine=engine, on_done=remove_one)
    assert results == list(range(20))
    assert counts == list(range(21))
    assert removed
    assert len(list(tmp_path.glob("*-*"))) > 20, "the removed node was idle"


def test_ctrl_c_stops_a_run_on_ray_and_its_cluster() -> None:
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
    wait_until(lambda: not _processes_of(session))


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
