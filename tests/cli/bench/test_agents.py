"""`enraya bench agents`: the table of how well every agent plays."""

from pathlib import Path

import pytest

from enraya.cli.bench import agents
from enraya.errors import InvalidSetting
from tests.cli.running import answer, printed

SMALL = ("--rounds", "1", "--games", "2", "--count", "1")
FEW = ("--agent", "greedy", "--agent", "random", *SMALL)


def test_the_table_has_ratings_mistakes_and_speed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents, "AGENTS", ("greedy", "random"))
    page = tmp_path / "page.md"
    words = ("bench", "agents", "--folder", str(tmp_path / "kept"))
    rows = answer(*words, *FEW, "--out", str(page))
    assert [row["agent"] for row in rows] == ["greedy", "random"]
    assert all(row["games"] == 2 and row["milliseconds"] > 0 for row in rows)
    assert [row["count"] for row in rows[0]["mistakes"].values()] == [3, 2, 1]
    assert "| `greedy` | " in page.read_text()
    assert "--agent greedy --agent random --seconds" in page.read_text()
    assert "--count 1`" in page.read_text()
    again = answer(*words, *SMALL)
    assert again == rows  # the measured times too: nothing was done again


def test_a_folder_of_another_measurement_is_refused(tmp_path: Path) -> None:
    words = ("bench", "agents", "--folder", str(tmp_path), *FEW)
    printed(*words)
    with pytest.raises(InvalidSetting, match="checkpoint of another run"):
        printed(*words, "--count", "2")


def test_a_file_is_refused_as_a_folder(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(InvalidSetting, match="cannot use"):
        printed("bench", "agents", "--folder", str(tmp_path / "taken"))
