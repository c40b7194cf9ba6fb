"""Tools in the sandbox: what they may read and write, how they end, what they leave behind."""

from pathlib import Path

import pytest

from enraya.agents.isolated.tool import ToolResult, run_tool
from enraya.isolation import Allowance
from tests.isolation.support import _nothing_is_left, mark  # the fixtures apply to the module

__all__ = ["_nothing_is_left", "mark"]

SECONDS = 60


def run(
    *argv: str, folder: Path, readable: tuple[str, ...] = (), seconds: float = SECONDS
) -> ToolResult:
    """Runs a tool in a folder that it may read; it may write in the one below it."""
    made = folder / "made"
    made.mkdir(exist_ok=True)
    return run_tool(
        argv,
        folder=str(folder),
        readable=(str(folder), *readable),
        writable=str(made),
        allowance=Allowance(seconds=seconds, memory_mb=300, output_bytes=10_000, processes=True),
    )


def test_a_tool_sees_only_given_files_and_writes_to_one_folder(tmp_path: Path) -> None:
    given, other, work = (tmp_path / name for name in ("given", "other", "work"))
    for folder in (given, other, work):
        folder.mkdir()
        (folder / "text").write_text(folder.name)
    script = (
        f"cat {given}/text {other}/text text /etc/passwd; echo x > {given}/new; cd made;"
        f"echo y > text; mkdir deep; echo z > deep/new; ln -s {other}/text link; mkfifo pipe"
    )
    result = run("sh", "-c", script, folder=work, readable=(str(given),))
    assert result.output.startswith("given")
    assert "other\n" not in result.output
    assert not (given / "new").exists()
    made = work / "made"
    assert {str(path.relative_to(made)) for path in made.rglob("*")} == {"text", "deep", "deep/new"}
    assert (made / "text").read_text() == "y\n"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("sleep 99", "no result after 0.5 s"),
        ("sleep 99 & sleep 99 & trap '' TERM HUP INT; sleep 99", "no result after 0.5 s"),
        ("while :; do echo xxxxxxxxxxxxxxxxxxxx; done", "printed more than 10,000 bytes"),
        ("perl -e '$x = q(a) x 6e8; sleep 99'", "used more than its 300 MB of memory"),
    ],
)
def test_a_tool_that_does_not_end_is_killed(tmp_path: Path, script: str, words: str) -> None:
    seconds = 0.5 if "result" in words else SECONDS
    assert run("sh", "-c", script, folder=tmp_path, seconds=seconds).fault == words


def test_waiting_for_a_thread_uses_no_cpu_time(tmp_path: Path) -> None:
    """The C library waits for it as it would for another process, which no agent may."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "joins.c").write_text(
        "#define _GNU_SOURCE\n#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        "#include <time.h>\n"
        "void *rest(void *no) { usleep(500000); return no; }\n"
        "int main() { pthread_t other; struct timespec used;\n"
        "  pthread_create(&other, 0, rest, 0); pthread_join(other, 0);\n"
        "  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);\n"
        '  printf("%d\\n", used.tv_sec == 0 && used.tv_nsec < 100000000); }\n'
    )
    assert run("gcc", "joins.c", "-pthread", "-o", "made/joins", folder=work).exit_code == 0
    program = (work / "made" / "joins").rename(work / "program")
    assert run(str(program), folder=work).output == "1\n"


@pytest.mark.slow
def test_a_tool_that_is_a_fork_bomb_is_killed(tmp_path: Path) -> None:
    """Its watch ends it, or else the kernel lets it start no more, and all but the first end."""
    fault = run("sh", "-c", "b() { b | b & }; b; sleep 99", folder=tmp_path, seconds=3).fault
    assert fault in ("had more than 64 threads", "no result after 3 s")


def test_processes_that_a_tool_leaves_running_are_killed(tmp_path: Path) -> None:
    assert run("sh", "-c", "setsid sleep 99 & exit 7", folder=tmp_path) == ToolResult(7, "")


def test_files_that_are_too_large_are_refused(tmp_path: Path) -> None:
    result = run("sh", "-c", "head -c 200000000 /dev/zero > made/large", folder=tmp_path)
    assert result.exit_code != 0
    assert (tmp_path / "made" / "large").stat().st_size < 2 * 10**8


def test_output_that_cannot_be_kept_is_reported(tmp_path: Path) -> None:
    (tmp_path / "made" / "it").mkdir(parents=True)  # a folder outside, as full as a disk
    result = run("sh", "-c", "echo 4 > made/it", folder=tmp_path)
    assert result.fault == "what it made could not be kept: Is a directory"


def test_the_nesting_of_folders_is_limited(tmp_path: Path) -> None:
    deep = "cd made; for i in $(seq 500); do mkdir d && cd -P d; done"
    assert run("sh", "-c", deep, folder=tmp_path).fault.startswith("what it made could not be kept")
