"""Jobs in every engine, whose workers may be killed."""

import math
import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.errors import EnrayaError, InvalidSetting, UnknownName
from enraya.work import engine_at, named_engine, run_jobs, stream_jobs
from tests.processes import wait_until
from tests.work.cluster import shut_down_ray
from tests.work.jobs import count_attempts, suicidal

IN_PROCESSES = ["processes", pytest.param("ray", marks=pytest.mark.slow)]
EVERYWHERE = ["serial", *IN_PROCESSES]
HERE = ["serial", "processes"]
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # of Ray


@pytest.fixture(scope="module", autouse=True)
def _findable() -> Iterator[None]:
    """Lets workers import the jobs of these tests, and ends Ray, which keeps its workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2])
        yield
    if "ray" in sys.modules:
        shut_down_ray()


@pytest.mark.parametrize("engine", EVERYWHERE)
def test_results_come_in_the_order_of_the_jobs(engine: str) -> None:
    for count in (50, 0):
        jobs = list(range(count))
        assert run_jobs(operator.neg, jobs, engine=engine) == [-n for n in jobs]


@pytest.mark.parametrize("engine", EVERYWHERE)
def test_an_error_in_a_job_reaches_the_caller(engine: str) -> None:
    with pytest.raises(ValueError, match="nonnegative"):
        run_jobs(math.isqrt, [4, -1], engine=engine)


@pytest.mark.parametrize("engine", HERE)
def test_a_stream_hands_out_each_result_once(engine: str) -> None:
    assert sorted(stream_jobs(operator.neg, iter(range(20)), engine=engine)) == [
        -n for n in range(19, -1, -1)
    ]


def test_later_jobs_of_a_stream_may_depend_on_earlier_results() -> None:
    done: list[int] = []
    jobs = (sum(done) + 1 for _ in range(4))
    for result in stream_jobs(operator.pos, jobs, engine="serial"):
        done.append(result)  # noqa: PERF402  # the jobs look at it
    assert done == [1, 2, 4, 8]


@pytest.mark.slow
def test_workers_exit_when_their_parent_is_killed() -> None:
    code = (
        "import os, time; from enraya.work import run_jobs\n"
        "if __name__ == '__main__':\n"
        "    import threading, multiprocessing as m\n"
        "    def tell():\n"
        "        while not m.active_children(): time.sleep(0.05)\n"
        "        time.sleep(2)\n"
        "        print(*[c.pid for c in m.active_children()], flush=True)\n"
        "    threading.Thread(target=tell, daemon=True).start()\n"
        "    run_jobs(time.sleep, [60, 60], engine='processes', workers=2)\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        workers = [int(pid) for pid in process.stdout.readline().split()]
        assert len(workers) == 2
        process.send_signal(signal.SIGKILL)
    wait_until(lambda: not any(map(_is_alive, workers)))


@pytest.mark.parametrize("engine", IN_PROCESSES)
def test_the_job_of_a_killed_worker_is_done_again(engine: str, tmp_path: Path) -> None:
    jobs = [(str(tmp_path), number) for number in range(1, 14)]
    assert run_jobs(suicidal, jobs, engine=engine, workers=2) == list(range(1, 14))
    assert [count_attempts(tmp_path, number) for number in (4, 5, 10)] == [1, 2, 3]


@pytest.mark.parametrize("engine", IN_PROCESSES)
def test_a_job_that_ends_every_worker_is_given_up(engine: str, tmp_path: Path) -> None:
    jobs = [(str(tmp_path), number) for number in (1, 15)]
    with pytest.raises(EnrayaError, match=r"ended its worker process 3 times.*, 15\)"):
        run_jobs(suicidal, jobs, engine=engine, workers=2)


def test_large_jobs_and_large_results_are_passed_on() -> None:
    jobs = [str(number) * (1 << 20) for number in range(10)]
    assert run_jobs(str.upper, jobs, workers=2) == jobs


def test_an_error_that_cannot_be_pickled_keeps_its_sentence() -> None:
    with pytest.raises(EnrayaError, match="unknown engine 'cloud'"):
        run_jobs(named_engine, ["serial", "cloud"], workers=1)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


@pytest.mark.parametrize("engine", HERE)
def test_an_error_while_waiting_ends_the_work(engine: str) -> None:
    waited: list[int] = []

    def on_wait() -> None:
        waited.append(len(waited))
        if len(waited) == 3:
            raise KeyboardInterrupt

    jobs = [0.01] * 3 if engine == "serial" else [600.0]
    with pytest.raises(KeyboardInterrupt):
        run_jobs(time.sleep, jobs, engine=engine, workers=1, on_wait=on_wait)
    assert len(waited) == 3


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(UnknownName, match="processes, ray, serial"):
        run_jobs(operator.neg, [1], engine="cloud")


def test_an_address_without_ray_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="goes with the engine 'ray', not with 'serial'"):
        run_jobs(operator.neg, [1], engine=engine_at("serial", "head:6379"))


def test_a_missing_ray_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidSetting, match=r"pip install 'enraya\[cluster\]'"):
        named_engine("ray")
