"""`enraya league settings`, `rules` and `grades`."""

import csv
import json
from pathlib import Path

import pytest

from enraya.league.rank import grades
from enraya.league.rank.grades import Change
from tests.cli.running import printed, warnings_of
from tests.league.making import enter_agent, join, make_league

LONG_AGO = "2020-01-01T00:00"


def league(folder: Path, **grading: object) -> None:
    """A league after its deadline, of two teams that play and one that has nothing to play."""
    with make_league(folder, baselines=("random",), deadline=LONG_AGO, grading=grading) as store:
        enter_agent(store, "Ada", "greedy")
        enter_agent(store, "Bo", "random")
        join(store, "Ci")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands are typed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_gradebook_is_written_and_how_many_grades_can_still_change_is_told(here: Path) -> None:
    league(here / "ia")
    told = warnings_of("league", "grades", "--out", "grades.csv")
    assert told == "enraya: grades.csv: 3 teams, 2 of them not final yet\n"
    rows = csv.DictReader(Path("grades.csv").read_text("utf-8-sig").splitlines())
    assert [row["Team"] for row in rows] == ["Ada", "Bo", "Ci"]
    assert sorted(path.name for path in here.iterdir()) == ["grades.csv", "ia"]


def test_the_students_and_the_evidence_go_to_files(here: Path) -> None:
    league(here / "ia")
    Path("students.csv").write_text("Email address,Group\nada@x,Ada\n")
    files = ("--out", "grades.csv", "--roster", "students.csv", "--evidence", "why.json")
    assert printed("league", "grades", *files) == ""
    assert "ada@x" in Path("grades.csv").read_text("utf-8-sig")
    assert json.loads(Path("why.json").read_text()) == json.loads(
        printed("league", "grades", "--json")
    )


@pytest.mark.parametrize(("grading", "most"), [({"bands": []}, "1"), ({"scale": 10}, "10")])
def test_a_table_tells_points_out_of_the_scale_or_of_all(
    here: Path, grading: dict[str, object], most: str
) -> None:
    league(here / "ia", **grading)
    table = printed("league", "grades", "--lang", "en")
    assert [f"0 / {most} " in line for line in table.splitlines() if "Ada" in line] == [True]


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a league of three teams, in which commands are typed."""
    monkeypatch.chdir(tmp_path)
    with make_league(tmp_path / "ia") as store:
        for name in ("Ada", "Bo", "Ci"):
            join(store, name)
    return tmp_path


@pytest.mark.usefixtures("there")
def test_a_value_that_is_empty_before_or_after_is_called_none() -> None:
    deadline = "2026-12-18T23:59"
    told = printed("league", "settings", f"deadline={deadline}", "--reason", "as agreed")
    assert told.splitlines() == [f"deadline: none -> {deadline}", "no grade of today changes"]
    told = printed("league", "settings", "deadline=", "--preview")
    assert told.splitlines()[0] == f"deadline: {deadline} -> none"


@pytest.mark.usefixtures("there")
def test_only_the_grades_that_change_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    changes = [Change(1, 2.0, 2.0), Change(2, 2.0, 3.5), Change(3, 0.0, 0.0)]
    monkeypatch.setattr(grades, "preview", lambda *_: changes)
    command = ("league", "settings", "grading.scale=100", "--preview")
    told = printed(*command)
    assert [line.split() for line in told.splitlines() if "2.00" in line] == [
        ["Bo", "2.00", "3.50"]
    ]
    assert [one["team"] for one in json.loads(printed(*command, "--json"))["grades"]] == [2]
