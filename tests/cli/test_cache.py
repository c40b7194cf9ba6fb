"""`enraya cache`: where scores are kept, how many, and how to be rid of a damaged file."""

import json
from pathlib import Path

import pytest

from enraya import Position
from enraya.errors import EnrayaError
from enraya.solver.solved import SolvedPositions
from tests.cli.running import printed


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where scores are kept."""
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path))
    return tmp_path / "solved.sqlite"


def test_what_is_kept_is_counted_and_can_be_forgotten(file: Path) -> None:
    SolvedPositions().keep(Position.parse("4453"), 1)
    assert printed("cache") == f"{file}: 1 positions of at most 100,000\n"
    found = json.loads(printed("cache", "--clear", "--json"))
    assert found == {"file": str(file), "positions": 0, "most": 100_000}


def test_a_damaged_file_is_named_until_it_is_cleared(file: Path) -> None:
    file.write_text("this is no database, and longer than a header of one would be " * 9)
    with pytest.raises(EnrayaError, match="is it damaged"):
        printed("cache")
    assert "0 positions" in printed("cache", "--clear")
