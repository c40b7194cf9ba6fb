"""`enraya league status`, `teams`, `queue`, `log`, `similar`, and decisions about teams."""

import re
from pathlib import Path

import pytest

from enraya.cli.league.status import ranking_table
from enraya.errors import EnrayaError
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.cli.running import answer, printed
from tests.league.making import enter_agent, join, make_league, submit


def league(*arguments: str) -> str:
    return printed("league", *arguments)


def rows(text: str) -> list[list[str]]:
    """The rows of a table, without its lines."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and "─" not in line]
    return [re.split(r" {2,}", line) for line in lines]


def test_a_new_league_has_no_teams_and_a_new_version_waits_in_the_queue(store: LeagueStore) -> None:
    found = answer("league", "status")
    assert (found["name"], found["teams"], found["is_working"]) == ("IA 2026", 0, False)
    assert "random" in league("status")
    submit(store, join(store, "Uno"))
    assert "received" in league("queue")
    assert answer("league", "queue")[0]["team"] == 1
    assert "mine.py" in league("teams", "Uno")


def test_decisions_about_a_team_are_logged_with_their_reason(store: LeagueStore) -> None:
    join(store, "Uno")
    join(store, "Dos")
    league("link", "Uno")
    league("remove", "Dos", "--reason", "two accounts")
    league("readmit", "Dos", "--reason", "a mistake")
    league("erase", "Dos", "--reason", "asked for it")
    with pytest.raises(EnrayaError, match="there is no team 'Dos'"):
        league("erase", "Dos", "--reason", "again")
    told = [row[2:] for row in rows(league("log")) if len(row) > 2]
    assert told[1:] == [
        ["erase", "2", "asked for it"],
        ["return", "2", "a mistake"],
        ["remove", "2", "two accounts"],
        ["team link", "1"],
        *told[5:],
    ]
    assert {action["team"] for action in answer("league", "log", "--team", "2")} == {2}
    assert len(answer("league", "log", "--last", "1")) == 1


def test_teams_are_listed_with_their_playing_version(store: LeagueStore) -> None:
    enter_agent(store, "Ada", "random")
    submit(store, 1)
    join(store, "Bo")
    (_, ada, bo) = rows(league("teams"))
    assert (ada[:2], ada[-3:]) == (["1", "Ada"], ["2", "1", "playing"])
    assert (bo[:2], bo[-2:]) == (["2", "Bo"], ["0", "playing"])
    told = league("teams", "Ada")
    assert told.startswith("1 Ada (")
    assert [line.split()[0] for line in told.splitlines()[1:]] == ["v1", "v2"]


def test_the_ranking_shows_team_names_and_unbounded_intervals(store: LeagueStore) -> None:
    join(store, "Uno")
    row = {"player": "v7", "elo": 12.4, "games": 3, "points": 1.5}
    table = ranking_table(
        store,
        [
            {**row, "team": 1, "version": 2, "low": -10.0, "high": None},
            {**row, "team": None, "version": None, "low": 1.0, "high": 20.0},
        ],
    )
    columns = [list(column.cells) for column in table.columns]
    assert columns[:5] == [
        ["1", "2"], ["Uno", "v7"], ["2", ""], ["12", "12"], ["-10 … ", "1 … 20"],
    ]  # fmt: skip
    assert columns[5:] == [["3", "3"], ["1.5", "1.5"]]


def test_identical_sources_are_listed_with_both_teams(store: LeagueStore) -> None:
    for name in ("Ada", "Bo"):
        submit(store, join(store, name))
    assert rows(league("similar", "--identical"))[1:] == [
        ["Ada", "1", "Bo", "1", "the same"],
        ["2 sources compared"],
    ]
    assert answer("league", "similar", "--identical")[0]["is_identical"]


@pytest.mark.usefixtures("store")
def test_sources_are_listed_from_the_requested_similarity_in_percent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[float]()

    def similar(_sources: object, least: float) -> list[object]:
        asked.append(least)
        return []

    monkeypatch.setattr("enraya.league.work.similar_sources.similar", similar)
    league("similar", "--least", "75")
    assert asked == [0.75]


@pytest.mark.slow
def test_an_excluded_game_no_longer_counts_and_shows_the_reason(here: Path) -> None:
    with make_league(here / "ia", seconds=None, nodes=500) as store:
        enter_agent(store, "Ada", "random")
        Worker(store, engine="serial").run(until=lambda: store.arena.count(1) >= 2)
    with pytest.raises(EnrayaError, match="the ladder has no game 999"):
        league("exclude", "999", "--reason", "overloaded")
    assert "no longer count" in league("exclude", "1", "--reason", "overloaded")
    with LeagueStore(here / "ia") as store:
        assert 1 in store.excluded()
        assert store.log.actions()[0].reason == "overloaded"
