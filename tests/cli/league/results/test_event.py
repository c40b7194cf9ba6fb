"""Events from the terminal: what is waited for, where a report goes, what a replay tells."""

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
