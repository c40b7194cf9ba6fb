"""The table of who plays how well: made, interrupted, resumed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from enraya.bench.strength import agents as strength
from enraya.bench.strength.agents import Effort, measure_agents
from enraya.errors import InvalidSetting
from tests.cli.running import printed

FEW = ("--agent", "greedy", "--agent", "random", "--rounds", "1", "--games", "2", "--count", "1")


def test_the_table_has_ratings_mistakes_and_speed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    words = ("bench", "agents", "--folder", str(tmp_path / "kept"), *FEW)
    rows = json.loads(printed(*words, "--out", str(page), "--json"))
    assert [row["agent"] for row in rows] == ["greedy", "random"]
    assert all(row["games"] == 2 and row["milliseconds"] > 0 for row in rows)
    assert [row["count"] for row in rows[0]["mistakes"].values()] == [3, 2, 1]
    assert "| `greedy` | " in page.read_text()
    assert "--count 1`" in page.read_text()
    again = json.loads(printed(*words, "--json"))
    assert again == rows  # the measured times too: nothing was done again


def test_an_interrupted_measurement_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[Any, ...]] = []
    judge, most = strength.judge_moves, 4

    def counted(job: Sequence[Any]) -> dict[str, Any]:
        if len(done) == most:
            raise KeyboardInterrupt
        done.append(tuple(job))
        return judge(job)

    effort = Effort(rounds=1, games=2, positions=1)
    monkeypatch.setattr(strength, "judge_moves", counted)
    with pytest.raises(KeyboardInterrupt):
        measure_agents(["greedy", "random"], effort, tmp_path)
    most = 12
    rows = measure_agents(["greedy", "random"], effort, tmp_path)
    assert len(done) == len(set(done)) == most
    assert {row.agent for row in rows} == {"greedy", "random"}


def test_a_folder_of_another_measurement_is_refused(tmp_path: Path) -> None:
    words = ("bench", "agents", "--folder", str(tmp_path), *FEW)
    printed(*words)
    with pytest.raises(InvalidSetting, match="checkpoint of another run"):
        printed(*words, "--count", "2")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(InvalidSetting, match="cannot use"):
        printed("bench", "agents", "--folder", str(tmp_path / "taken"))
