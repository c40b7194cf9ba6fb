"""Commands in a broken environment: disks, streams, names, folders."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import enraya

COMMAND = [sys.executable, "-c", "from enraya.cli import main; main()"]
LONG = "x" * 300
LITTLE = 3_000
"""Bytes of a disk that is nearly full."""


def run(*arguments: str, setting: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a command from a shell, which may change what it starts with."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {setting}', "sh", *COMMAND, *arguments],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", [["rules"], ["show", "44"]])
def test_a_full_disk_behind_standard_output_is_reported(command: list[str]) -> None:
    done = run(*command, setting="> /dev/full")
    assert (done.returncode, done.stderr) == (2, "enraya: No space left on device\n")


def test_closed_streams_are_not_a_failure() -> None:
    done = run("show", setting="<&- >&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_text_that_is_not_utf_8_is_refused_with_a_sentence() -> None:
    done = enraya("show", "--from", "-", given=b"\xff\xfe\n")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("enraya: ")


def test_a_cache_that_cannot_be_written_is_named() -> None:
    done = run("perft", "3", ENRAYA_CACHE_DIR="/proc/none", NUMBA_CACHE_DIR="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("enraya: cannot keep compiled kernels in '/proc/none/kernels/")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("move 44 --agent file:LONG", "there is no file 'xxx"),
        ("match file:LONG random --store s", "there is no file 'xxx"),
        ("move 44 --agent learned(LONG)", "unknown model or model file"),
        ("games list --store LONG", "there is no store"),
        ("book info LONG", "cannot read the book"),
        ("book build --plies 1 --size 4x4 --out LONG", "File name too long"),
        ("show 44 --svg LONG", "File name too long"),
        ("match random random --store /proc/none/s", "cannot be opened"),
        (f"games show 1{'0' * 30} --store s", "there is no store 's'"),
        ("play --first random --second random --seed -1", "greater than or equal to 0"),
        ("move 44 --agent random --seed -1", "greater than or equal to 0"),
        (f"move 44 --agent search --nodes 1{'0' * 30}", "less than or equal to"),
    ],
)
def test_impossible_file_names_are_refused(command: str, sentence: str, here: Path) -> None:
    done = enraya(*command.replace("LONG", LONG).split())
    assert done.returncode == 2
    assert sentence in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert list(here.iterdir()) in ([], [here / "s"])


def test_a_default_store_that_cannot_be_made_is_named() -> None:
    done = run("games", "list", XDG_DATA_HOME="/proc/none/data")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("enraya: cannot create '/proc/none/data/enraya': ")


def test_a_laboratory_in_an_unusable_folder_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "laboratory.sqlite").write_text("this is no database " * 50)
    done = run("serve", "--store", str(tmp_path), "--port", "47811")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith("laboratory.sqlite' is not an SQLite file\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "evolve genes --population 40 --generations 30 --seed 1 --out",
        "train ntuple --games 300 --size 4x4 --out",
        "book build --size 5x4 --plies 8 --engine serial --out",
    ],
)
def test_a_full_disk_leaves_nothing_half_written(command: str, tmp_path: Path) -> None:
    out = tmp_path / "work"
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({LITTLE}, {LITTLE}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{limited}; {COMMAND[-1]}", *command.split(), str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("enraya: cannot write ")
    assert done.stderr.count("\n") == 1
    kept = [path for path in tmp_path.iterdir() if path.suffix != ".part"]
    assert kept == []
    for part in tmp_path.iterdir():
        assert part.name == "work.part"
        assert part.read_bytes().endswith(b"\n")
