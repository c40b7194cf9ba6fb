"""Events of a league, its grades and what it exports, as the operator asks for them."""

import csv
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.store.events import events, find_event
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event
from enraya.league.work.worker import Worker
from tests.cli.running import printed
from tests.league.making import enter_agent, make_league

GRADING = {"elo1": 150.0, "pairs": 5, "moves": 20, "bands": [[0.5, 1]]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a league of two teams, below the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENRAYA_LANG", "en")
    with make_league(tmp_path / "ia", grading=GRADING, seconds=None, nodes=500) as store:
        enter_agent(store, "Ada", "level(4)")
        enter_agent(store, "Bo", "random")
    return tmp_path / "ia"


def work(folder: Path, games: int) -> None:
    """Plays until there are this many games in the ladder and no event has games left."""
    with LeagueStore(folder) as store:
        Worker(store, engine="serial").run(
            until=lambda: (
                store.arena.count(1) >= games
                and not [event for event in events(store) if event.state is EventState.RUNNING]
            )
        )


def league(*arguments: str) -> str:
    return printed("league", *arguments)


def test_settings_are_shown_and_changed_with_a_reason(folder: Path) -> None:
    shown = league("settings")
    assert "quota = 20" in shown
    assert "grading.bands = 50%:1" in shown
    told = league("settings", "quota=5", "grading.bands=10%:2", "--reason", "as agreed")
    assert "quota: 20 -> 5" in told
    assert "grading.bands: 50%:1 -> 10%:2" in told
    assert json.loads(league("settings", "--json"))["quota"] == "5"
    with LeagueStore(folder) as store:
        assert store.log.actions()[0].reason == "as agreed"
        assert "quota" in store.log.actions()[0].details


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["quota=5"], "say why"),
        (["quota=0", "--reason", "x"], "quota must be from 1"),
        (["grading.elo1=-5", "--reason", "x"], "elo0 must be less than elo1"),
        (["baselines=nobody", "--reason", "x"], "unknown agent 'nobody'"),
        (["rules=boom", "--reason", "x"], "rules cannot change"),
    ],
)
def test_changes_that_are_refused_change_nothing(
    folder: Path, changes: list[str], sentence: str
) -> None:
    before = league("settings")
    with pytest.raises(EnrayaError) as refused:
        league("settings", *changes)
    assert sentence in str(refused.value)
    assert league("settings") == before
    assert folder.is_dir()


def test_a_preview_changes_nothing(folder: Path) -> None:
    work(folder, 40)
    before = league("settings")
    told = json.loads(league("settings", "grading.scale=100", "--preview", "--json"))
    assert told["is_preview"]
    assert told["changed"]["grading.scale"] == ["0", "100"]
    assert league("settings") == before
    assert "nothing was changed" in league("settings", "grading.scale=100", "--preview")


def test_rules_are_printed_in_the_language_that_is_asked_for(folder: Path) -> None:
    assert folder.is_dir()
    spanish = league("rules", "--lang", "es")
    assert spanish.startswith("Reglas de IA 2026")
    assert "el 50 % de las jugadas" in spanish
    assert "- beating random: 1" in league("rules", "--lang", "en")


@pytest.mark.slow
def test_an_event_is_planned_played_replayed_and_published(folder: Path) -> None:
    assert "event 1 'Final'" in league("event", "plan", "Final", "--seed", "4")
    league("event", "plan", "Cup", "--starts", "2999-01-01T12:00", "--kind", "knockout")
    assert "called off" in league("event", "cancel", "Cup", "--reason", "strike")
    listed = json.loads(league("event", "list", "--json"))
    assert [(row["name"], row["reason"]) for row in listed] == [("Final", ""), ("Cup", "strike")]
    assert "2 players" in league("event", "start", "Final")
    with pytest.raises(EnrayaError, match="is running and nobody plays it"):
        league("event", "publish", "Final", "--wait")
    with pytest.raises(EnrayaError, match="'Cup' was called off: strike"):
        league("event", "publish", "Cup", "--wait")
    work(folder, 0)
    listed = json.loads(league("event", "list", "--json"))
    assert [(row["name"], row["state"], row["games"]) for row in listed] == [
        ("Final", "played", 2),
        ("Cup", "cancelled", 0),
    ]
    assert "2 games, 2 of them the same" in league("event", "replay", "1", "--engine", "serial")
    told = league("event", "publish", "Final", "--out", "final.html", "--lang", "en")
    assert "final.html: the report" in told
    with LeagueStore(folder) as store:
        aliases = [team.alias for team in store.teams.all()]
    page = Path("final.html").read_text()
    assert all(alias in told and alias in page for alias in aliases)
    assert "unpacked" not in page
    with pytest.raises(EnrayaError, match="there is no event 'Week'"):
        league("event", "publish", "Week")


@pytest.mark.slow
def test_grades_are_printed_and_written_for_a_gradebook(folder: Path) -> None:
    work(folder, 60)
    Path("students.csv").write_text("Email address,Group\nada@x,Ada\nbo@x,Bo\n")
    files = ("--out", "grades.csv", "--roster", "students.csv", "--evidence", "why.json")
    assert league("grades", *files, "--lang", "en") == ""
    rows = list(csv.DictReader(Path("grades.csv").read_text("utf-8-sig").splitlines()))
    assert [row["Email address"] for row in rows] == ["ada@x", "bo@x"]
    evidence = json.loads(Path("why.json").read_text())
    assert evidence == json.loads(league("grades", "--json"))
    assert float(rows[0]["Grade"]) == evidence[0]["grade"]
    table = league("grades", "--lang", "en")
    assert "Ada" in table
    league("export", "ia.zip")
    with zipfile.ZipFile("ia.zip") as archive:
        assert json.loads(archive.read("grades.json")) == evidence


def test_similar_sources_are_listed_by_team(folder: Path) -> None:
    assert folder.is_dir()
    told = league("similar", "--identical")
    assert "2 sources compared" in told
    assert json.loads(league("similar", "--identical", "--json")) == []


@pytest.mark.slow
def test_a_game_that_is_excluded_counts_no_more_and_says_why(folder: Path) -> None:
    work(folder, 2)
    with pytest.raises(EnrayaError, match="the ladder has no game 999"):
        league("exclude", "999", "--reason", "overloaded")
    assert "do not count" in league("exclude", "1", "--reason", "overloaded")
    with LeagueStore(folder) as store:
        assert 1 in store.excluded()
        assert store.log.actions()[0].reason == "overloaded"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LeagueStore]:
    """A league of two teams below the current folder, with an event to be played now."""
    monkeypatch.chdir(tmp_path)
    with make_league(tmp_path / "ia", seconds=None, nodes=500) as made:
        enter_agent(made, "Ada", "random(seed=1)")
        enter_agent(made, "Bo", "random(seed=2)")
        plan_event(made, "La Final", EventPlan(games=2, seed=4), time())
        yield made


def play(store: LeagueStore) -> None:
    """Plays until no event has games left."""
    Worker(store, engine="serial").run(
        until=lambda: all(event.state is EventState.PLAYED for event in events(store))
    )


def event(*arguments: str) -> str:
    return printed("league", "event", *arguments)


def test_who_waits_is_told_when_nobody_plays(store: LeagueStore) -> None:
    with pytest.raises(EnrayaError, match="is planned and nobody plays it"):
        event("publish", "La Final", "--wait")
    assert find_event(store, "La Final").state is EventState.PLANNED


def test_a_report_goes_to_a_file_of_its_name_or_the_one_that_is_given(store: LeagueStore) -> None:
    play(store)
    assert "la-final.html: the report" in event("publish", "La Final", "--wait")
    assert "mine.html: the report" in event("publish", "La Final", "--out", "mine.html")
    assert Path("la-final.html").read_text() == Path("mine.html").read_text()


def test_a_replay_counts_the_games_that_went_another_way(store: LeagueStore) -> None:
    play(store)
    replay = ("replay", "La Final", "--engine", "serial")
    assert "2 games, 2 of them the same" in event(*replay)
    tournament = find_event(store, "La Final").tournament
    with store.database.transaction():
        store.database.execute(
            "UPDATE games SET moves = '1', plies = 1 WHERE tournament = ? AND first = 0", tournament
        )
    with pytest.raises(EnrayaError, match=r"games that went another way: 1$"):
        event(*replay)
