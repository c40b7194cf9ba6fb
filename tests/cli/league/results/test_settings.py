"""What is told of a change of settings."""

import json
from pathlib import Path

import pytest

from enraya.league.rank import grades
from enraya.league.rank.grades import Change
from tests.cli.running import printed
from tests.league.making import join, make_league


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a league of three teams, in which commands are typed."""
    monkeypatch.chdir(tmp_path)
    with make_league(tmp_path / "ia") as store:
        for name in ("Ada", "Bo", "Ci"):
            join(store, name)
    return tmp_path


def test_a_value_that_is_empty_before_or_after_is_called_none() -> None:
    deadline = "2026-12-18T23:59"
    told = printed("league", "settings", f"deadline={deadline}", "--reason", "as agreed")
    assert told.splitlines() == [f"deadline: none -> {deadline}", "no grade of today changes"]
    told = printed("league", "settings", "deadline=", "--preview")
    assert told.splitlines()[0] == f"deadline: {deadline} -> none"


def test_only_the_grades_that_change_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    changes = [Change(1, 2.0, 2.0), Change(2, 2.0, 3.5), Change(3, 0.0, 0.0)]
    monkeypatch.setattr(grades, "preview", lambda *_: changes)
    command = ("league", "settings", "grading.scale=100", "--preview")
    told = printed(*command)
    assert [line.split() for line in told.splitlines() if "2.00" in line] == [
        ["Bo", "2.00", "3.50"]
    ]
    assert [one["team"] for one in json.loads(printed(*command, "--json"))["grades"]] == [2]
