"""`enraya league settings`, `rules` and `grades`."""

import csv
import json
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.league.rank.grades import Change
from enraya.league.store.store import LeagueStore
from tests.cli.running import printed, warnings_of
from tests.league.making import enter_agent, join, make_league

LONG_AGO = "2020-01-01T00:00"
BANDS = {"bands": [[0.5, 1]], "moves": 20}


def league(*arguments: str) -> str:
    return printed("league", *arguments)


def graded(folder: Path, **grading: object) -> None:
    """A league after its deadline, of two teams that play and one that has nothing to play."""
    with make_league(folder, baselines=("random",), deadline=LONG_AGO, grading=grading) as store:
        enter_agent(store, "Ada", "greedy")
        enter_agent(store, "Bo", "random")
        join(store, "Ci")


def test_a_gradebook_is_written_with_the_number_of_grades_still_open(here: Path) -> None:
    graded(here / "ia")
    told = warnings_of("league", "grades", "--out", "grades.csv")
    assert told == "enraya: grades.csv: 3 teams, 2 of them not final yet\n"
    rows = csv.DictReader(Path("grades.csv").read_text("utf-8-sig").splitlines())
    assert [row["Team"] for row in rows] == ["Ada", "Bo", "Ci"]
    assert sorted(path.name for path in here.iterdir()) == ["grades.csv", "ia"]


def test_the_students_and_the_evidence_go_to_files(here: Path) -> None:
    graded(here / "ia")
    Path("students.csv").write_text("Email address,Group\nada@x,Ada\n")
    files = ("--out", "grades.csv", "--roster", "students.csv", "--evidence", "why.json")
    assert league("grades", *files) == ""
    assert "ada@x" in Path("grades.csv").read_text("utf-8-sig")
    assert json.loads(Path("why.json").read_text()) == json.loads(league("grades", "--json"))
    told = league("export", "ia.zip")
    assert told == f"ia.zip: {Path('ia.zip').stat().st_size:,} bytes\n"


@pytest.mark.parametrize(("grading", "most"), [({"bands": []}, "1"), ({"scale": 10}, "10")])
def test_a_table_shows_points_out_of_the_scale_or_out_of_the_total(
    here: Path, grading: dict[str, object], most: str
) -> None:
    graded(here / "ia", **grading)
    table = league("grades")
    assert [f"0 / {most} " in line for line in table.splitlines() if "Ada" in line] == [True]


def test_rules_are_printed_in_the_requested_language(here: Path) -> None:
    make_league(here / "ia", grading=BANDS).close()
    spanish = league("rules", "--lang", "es")
    assert spanish.startswith("Reglas de IA 2026")
    assert "el 50 % de las jugadas" in spanish
    assert "- beating random: 1" in league("rules")


def test_settings_are_shown_and_changed_with_a_reason(here: Path) -> None:
    make_league(here / "ia", grading=BANDS).close()
    assert "grading.bands = 50%:1" in league("settings")
    told = league("settings", "quota=5", "grading.bands=10%:2", "--reason", "as agreed")
    assert "quota: 20 -> 5" in told
    assert "grading.bands: 50%:1 -> 10%:2" in told
    assert json.loads(league("settings", "--json"))["quota"] == "5"
    with LeagueStore(here / "ia") as store:
        action = store.log.actions()[0]
    assert (action.reason, "quota" in action.details) == ("as agreed", True)
    told = league("settings", "deadline=2026-12-18T23:59", "--preview")
    assert told.startswith("deadline: none -> 2026-12-18T23:59\nno grade of today changes\n")
    assert "quota: 5 -> 20" in league("settings", "quota=20", "--reason", "too few")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["quota=5"], "say why"),
        (["grading.elo1=-5", "--reason", "x"], "elo0 must be less than elo1"),
        (["rules=boom", "--reason", "x"], "rules cannot change"),
    ],
)
@pytest.mark.usefixtures("store")
def test_refused_changes_change_nothing(changes: list[str], sentence: str) -> None:
    before = league("settings")
    with pytest.raises(EnrayaError, match=sentence):
        league("settings", *changes)
    assert league("settings") == before


@pytest.mark.usefixtures("store")
def test_a_preview_changes_nothing() -> None:
    before = league("settings")
    change = ("settings", "grading.scale=100", "--preview")
    told = json.loads(league(*change, "--json"))
    assert (told["is_preview"], told["changed"]) == (True, {"grading.scale": ["0", "100"]})
    assert "nothing was changed" in league(*change)
    assert league("settings") == before


def test_only_the_grades_that_change_are_listed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(here / "ia")
    changes = [Change(1, 2.0, 2.0), Change(2, 2.0, 3.5), Change(3, 0.0, 0.0)]
    monkeypatch.setattr("enraya.cli.league.grading.compare", lambda *_: changes)
    command = ("settings", "grading.scale=100", "--preview")
    changed = [line.split() for line in league(*command).splitlines() if "2.00" in line]
    assert changed == [["Bo", "2.00", "3.50"]]
    assert [one["team"] for one in json.loads(league(*command, "--json"))["grades"]] == [2]
