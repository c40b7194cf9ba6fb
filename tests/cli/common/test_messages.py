"""Messages of commands that Ctrl-C interrupts or that cannot write their file."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
import typer

from enraya.arena.store.store import Store
from enraya.cli.common.messages import resumable
from enraya.errors import InvalidSetting
from tests.cli.running import started

INTERRUPTED = 130


def interrupt(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """The exit code after Ctrl-C, and what standard error says."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    return process.returncode, errors


def has_begun(kept: Path) -> bool:
    """Whether a file holds finished work: lines of a checkpoint, or games."""
    if not kept.exists():
        return False
    if kept.suffix == ".part":
        return kept.read_bytes().count(b"\n") > 2
    with Store(kept) as store:
        return any(store.count(tournament.id) for tournament in store.tournaments())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "kept", "source"),
    [
        ("book build --size 6x5 --plies 9 --out", "work.part", "'{}'"),
        ("evolve genes --population 60 --generations 100000 --out", "work.part", "'{}'"),
        ("dataset --positions 100000 --sampler random-games --stones 20-36 --out",
         "work.part", "'{}'"),
        ("match random greedy --games 20000 --store", "work", "tournament 1 in '{}'"),
        ("sprt random random --elo1 1 --store", "work", "tournament 1 in '{}'"),
    ],
    ids=["book", "evolve", "dataset", "match", "sprt"],
)  # fmt: skip
def test_interrupting_resumable_work_says_how_to_resume(
    command: str, kept: str, source: str, tmp_path: Path
) -> None:
    with started(*command.split(), str(tmp_path / "work")) as process:
        while not has_begun(tmp_path / kept):
            assert process.poll() is None, "it ended before it could be stopped"
            time.sleep(0.01)
        code, errors = interrupt(process)
    resumed = source.format(tmp_path / kept)
    assert errors == f"enraya: stopped; the same command resumes from {resumed}\n"
    assert code == INTERRUPTED
    assert (tmp_path / kept).exists()


def test_interrupting_other_commands_just_stops_them() -> None:
    with started("solve", "--no-book", "--table-mb", "16") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("44455554221\n\n")  # soon solved, then for a long time not
        process.stdin.flush()
        assert process.stdout.readline() == "44455554221 -15\n"
        assert interrupt(process) == (INTERRUPTED, "enraya: stopped\n")


def test_resuming_is_promised_only_once_something_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit), resumable(tmp_path / "out"):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "enraya: stopped\n"


@pytest.mark.parametrize(
    ("path", "words"),
    [("absent/out", "there is no such directory"), (".", r"cannot write '\.': it is")],
)
def test_an_unwritable_file_is_refused_at_once(path: str, words: str, here: Path) -> None:
    with pytest.raises(InvalidSetting, match=words), resumable(Path(path)):
        pytest.fail("the work has begun")
    assert list(here.iterdir()) == []
