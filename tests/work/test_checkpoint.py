"""Checkpoints on disk, and how a second run resumes from them."""

import operator
import re
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.work import run_jobs


def test_a_second_run_does_only_the_missing_jobs(tmp_path: Path) -> None:
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


def test_a_job_whose_line_was_truncated_by_a_crash_is_done_again(tmp_path: Path) -> None:
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
def test_a_damaged_line_is_refused_and_nothing_is_changed(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "run.part"
    run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    header, _, *rest = path.read_bytes().splitlines()
    damaged = b"\n".join([header, line, *rest, b"[2,"])
    path.write_bytes(damaged)
    with pytest.raises(InvalidSetting, match=r"line 2 of '.*run\.part' is damaged; remove"):
        run_jobs(operator.neg, [1, 2, 3], engine="serial", checkpoint=path)
    assert path.read_bytes() == damaged


def test_a_changed_result_is_detected(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("content", ["my notes", "notes\n", '{"jobs": 3}\n'])
def test_a_file_that_is_not_a_checkpoint_is_left_unchanged(tmp_path: Path, content: str) -> None:
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


def test_a_full_disk_is_reported_and_leaves_complete_lines(tmp_path: Path) -> None:
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
