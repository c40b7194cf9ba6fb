"""`enraya league event`: planned, played, replayed and published."""

import json
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


def event(*arguments: str) -> str:
    return printed("league", "event", *arguments)


@pytest.fixture
def store(here: Path) -> Iterator[LeagueStore]:
    """A league of two teams below the current folder."""
    with make_league(here / "ia", seconds=None, nodes=500) as made:
        enter_agent(made, "Ada", "random(seed=1)")
        enter_agent(made, "Bo", "random(seed=2)")
        yield made


def play(store: LeagueStore) -> None:
    """Plans an event that begins now, and plays its games."""
    plan_event(store, "La Final", EventPlan(games=2, seed=4), time())
    Worker(store, engine="serial").run(
        until=lambda: all(event.state is EventState.PLAYED for event in events(store))
    )


def test_an_event_is_planned_called_off_or_begun(store: LeagueStore) -> None:
    assert "event 1 'Final'" in event("plan", "Final", "--seed", "4")
    event("plan", "Cup", "--starts", "2999-01-01T12:00", "--kind", "knockout")
    assert "called off" in event("cancel", "Cup", "--reason", "strike")
    assert "2 players" in event("start", "Final")
    listed = json.loads(event("list", "--json"))
    assert [(row["name"], row["state"], row["reason"]) for row in listed] == [
        ("Final", "running", ""), ("Cup", "cancelled", "strike"),
    ]  # fmt: skip
    assert find_event(store, "Cup").plan.kind == "knockout"
    for name, why in (
        ("Final", "is running and no worker is running"),
        ("Cup", "'Cup' was called off: strike"),
        ("Week", "there is no event 'Week'"),
    ):
        with pytest.raises(EnrayaError, match=why):
            event("publish", name, "--wait")


def test_a_report_uses_aliases_and_goes_to_the_default_or_given_file(
    store: LeagueStore,
) -> None:
    play(store)
    told = event("publish", "La Final", "--wait")
    assert "la-final.html: the report" in told
    assert "mine.html: the report" in event("publish", "La Final", "--out", "mine.html")
    page = Path("la-final.html").read_text()
    assert page == Path("mine.html").read_text()
    aliases = [team.alias for team in store.teams.all()]
    assert all(alias in told and alias in page for alias in aliases)
    assert "unpacked" not in page


def test_a_replay_counts_the_games_that_differ(store: LeagueStore) -> None:
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
