"""`enraya cache` and `sandbox`."""

from pathlib import Path

import pytest

from enraya import Position
from enraya.agents.host.sandbox_trial import Attempt
from enraya.cli import machine
from enraya.errors import EnrayaError
from enraya.solver.solved import SolvedPositions
from tests.cli.running import answer, enraya, printed

READ = Attempt("read", "to read a file", True)
CONNECT = Attempt("connect", "to connect", True)


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where scores are kept."""
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path))
    return tmp_path / "solved.sqlite"


def test_the_cache_is_counted_and_can_be_cleared(file: Path) -> None:
    SolvedPositions().keep(Position.parse("4453"), 1)
    assert printed("cache") == f"{file}: 1 positions of at most 100,000\n"
    found = answer("cache", "--clear")
    assert found == {"file": str(file), "positions": 0, "most": 100_000}


def test_a_damaged_file_is_named_until_it_is_cleared(file: Path) -> None:
    file.write_text("this is no database, and longer than a header of one would be " * 9)
    with pytest.raises(EnrayaError, match="is it damaged"):
        printed("cache")
    assert "0 positions" in printed("cache", "--clear")


@pytest.mark.parametrize(
    ("attempts", "code", "rows"),
    [
        ([READ, CONNECT, CONNECT._replace(by="program")], 0, ["yes it may", "yes yes"]),
        ([READ, CONNECT._replace(held=False)], 1, ["yes it may", "NO it may"]),
    ],
)
def test_each_sandbox_attempt_has_a_row_and_a_success_fails_the_command(
    attempts: list[Attempt], code: int, rows: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "try_attempts", lambda **_: attempts)
    done = enraya("sandbox")
    assert done.returncode == code
    lines = [" ".join(line.replace("│", " ").split()) for line in done.stdout.splitlines()]
    assert [line for line in lines if line.startswith("to ")] == [
        f"to read a file {rows[0]}",
        f"to connect {rows[1]}",
    ]
