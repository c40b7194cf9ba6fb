"""Jobs in every engine, with checkpoints."""

import math
import operator
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enraya import EnrayaError, InvalidSetting, UnknownName
from enraya.work import ENGINES, check_engine, engine_at, run_jobs, stream_jobs
from tests.work.jobs import count_attempts, suicidal

HERE = [engine for engine in ENGINES if engine != "ray"]
"""The engines that start in no time; `test_ray` has the other."""


@pytest.mark.parametrize("engine", HERE)
def test_results_come_in_the_order_of_the_jobs(engine: str) -> None:
    assert run_jobs(operator.neg, list(range(50)), engine=engine) == [-n for n in range(50)]


@pytest.mark.parametrize("engine", HERE)
def test_no_jobs_give_no_results(engine: str) -> None:
    assert run_jobs(operator.neg, [], engine=engine) == []


@pytest.mark.parametrize("engine", HERE)
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


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(UnknownName, match="processes, ray, serial"):
        run_jobs(operator.neg, [1], engine="cloud")


def test_an_address_without_ray_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="goes with the engine 'ray', not with 'serial'"):
        run_jobs(operator.neg, [1], engine=engine_at("serial", "head:6379"))


def test_a_missing_ray_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidSetting, match=r"pip install 'enraya\[cluster\]'"):
        check_engine("ray")


def test_a_second_run_does_only_what_is_missing(tmp_path: Path) -> None:
    done: list[int] = []

    def remember(job: int) -> int:
        if job == 3 and len(done) == 3:
            raise KeyboardInterrupt
        done.append(job)
        return job * 10

    path = tmp_path / "run.part"
    with pytest.raises(KeyboardInterrupt):
        run_jobs(remember, [0, 1, 2, 3, 4], engine="serial", checkpoint=path)
    done.append(-1)
    progress: list[int] = []
    results = run_jobs(
        remember, [0, 1, 2, 3, 4], engine="serial", checkpoint=path, on_done=progress.append
    )
    assert results == [0, 10, 20, 30, 40]
    assert done == [0, 1, 2, -1, 3, 4]
    assert progress == [3, 4, 5]


def test_a_line_that_a_crash_cut_short_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "run.part"
    run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    path.write_text(path.read_text()[:-3])
    assert run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path) == [-1, -2, -3]


@pytest.mark.parametrize(
    "line",
    [
        b"[0]", b"{}", b"", b"7", b"[0, 5, 1]", b'[true, -1]', b"[9, -9]", b"[3, -4]", b"[-1, 1]",
        b"\xff\xfe", b'["0", -1]', b"[0, -1, 3, 4]", b"[" * 100_000,
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_old", [False, True])
def test_a_damaged_line_is_refused_and_nothing_is_changed(
    tmp_path: Path, line: bytes, is_old: bool
) -> None:
    path = tmp_path / "run.part"
    run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    header, _, *rest = path.read_bytes().splitlines()
    if is_old:
        header, rest = header.replace(b', "sums": true', b""), [b"[1, -2]"]
    damaged = b"\n".join([header, line, *rest, b"[2,"])
    path.write_bytes(damaged)
    with pytest.raises(InvalidSetting, match=r"line 2 of '.*run\.part' is damaged; remove"):
        run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    assert path.read_bytes() == damaged


def test_a_result_that_was_changed_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "run.part"
    run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    written = path.read_text()
    for changed in (
        written.replace("[1, -2,", "[1, -7,"),
        re.sub(r"(\[1, -2), \d+", r"\1", written),
    ):
        assert changed != written
        path.write_text(changed)
        with pytest.raises(InvalidSetting, match="line 3"):
            run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)


def test_lines_without_sums_of_an_old_run_are_read(tmp_path: Path) -> None:
    path = tmp_path / "run.part"
    run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    header = path.read_text().splitlines()[0].replace(', "sums": true', "")
    path.write_text(f"{header}\n[1, 20]\n")
    for _ in range(2):  # the second time beside lines with sums
        assert run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path) == [-1, 20, -3]


@pytest.mark.parametrize("content", ["my notes", "notes\n", '{"jobs": 3}\n'])
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "run.part"
    path.write_text(content)
    with pytest.raises(InvalidSetting, match="another run"):
        run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    assert path.read_text() == content


FULL_DISK = """
import resource, sys
from pathlib import Path
from enraya.errors import InvalidSetting
from enraya.work import run_jobs
part = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))
try:
    run_jobs(str, list(range(100)), engine="serial", checkpoint=part)
except InvalidSetting as error:
    print(error)
"""


def test_a_full_disk_is_said_and_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.part"
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"cannot write '.*': .*; what it holds is safe.*\n", done.stdout)
    assert (done.stderr, path.read_bytes()[-1:]) == ("", b"\n")
    kept = len(path.read_bytes().splitlines()) - 1
    progress: list[int] = []
    assert run_jobs(
        str, list(range(100)), engine="serial", checkpoint=path, on_done=progress.append
    ) == [str(n) for n in range(100)]
    assert progress[0] == kept > 0


def test_a_checkpoint_of_other_jobs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.part"
    run_jobs(operator.neg, [1, 2], engine="serial", checkpoint=path)
    with pytest.raises(InvalidSetting, match="checkpoint of another run"):
        run_jobs(operator.neg, [1, 3], engine="serial", checkpoint=path)


def test_a_checkpoint_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="cannot write"):
        run_jobs(operator.neg, [1], engine="serial", checkpoint=tmp_path / "absent" / "run.part")


@pytest.mark.slow
def test_workers_leave_when_their_parent_is_killed() -> None:
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
    deadline = time.monotonic() + 30
    while any(_is_alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(_is_alive(pid) for pid in workers)


@pytest.fixture
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets workers import the jobs of these tests."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2])


@pytest.mark.usefixtures("findable")
def test_the_job_of_a_killed_worker_is_done_again(tmp_path: Path) -> None:
    jobs = [(str(tmp_path), number) for number in range(14)]
    assert run_jobs(suicidal, jobs, workers=2) == list(range(14))
    assert [count_attempts(tmp_path, number) for number in (4, 5, 10)] == [1, 2, 3]


@pytest.mark.usefixtures("findable")
def test_a_job_that_ends_every_worker_is_given_up(tmp_path: Path) -> None:
    jobs = [(str(tmp_path), number) for number in (1, 15)]
    with pytest.raises(EnrayaError, match=r"ended its worker process 3 times.*, 15\)"):
        run_jobs(suicidal, jobs, workers=2)


def test_large_jobs_with_large_results_pass() -> None:
    jobs = [str(number) * (1 << 20) for number in range(10)]
    assert run_jobs(str.upper, jobs, workers=2) == jobs


def test_an_error_that_cannot_be_passed_on_keeps_its_sentence() -> None:
    with pytest.raises(EnrayaError, match="unknown engine 'cloud'"):
        run_jobs(check_engine, ["serial", "cloud"], workers=1)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


@pytest.mark.parametrize("engine", HERE)
def test_whoever_waits_can_end_the_work(engine: str) -> None:
    waited: list[int] = []

    def on_wait() -> None:
        waited.append(len(waited))
        if len(waited) == 3:
            raise KeyboardInterrupt

    jobs = [0.01] * 3 if engine == "serial" else [600.0]
    with pytest.raises(KeyboardInterrupt):
        run_jobs(time.sleep, jobs, engine=engine, workers=1, on_wait=on_wait)
    assert len(waited) == 3
