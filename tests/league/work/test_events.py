"""Events: planned, frozen, played, published, and the same when played again."""

from pathlib import Path
from time import time

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.rank.event_results import places, shown_tournament
from enraya.league.store.events import events, find_event
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import (
    cancel_event,
    due,
    plan_event,
    publish_event,
    start_event,
)
from enraya.league.work.event_source import replay
from enraya.league.work.worker import Worker
from tests.league.making import LEFTMOST, RIGHTMOST, enter_agent, join, make_league, submit

LATER = 10**10
"""A time that no test reaches."""
NODES = {"seconds": None, "nodes": 1000, "max_pairs": 1}
MIDDLE = LEFTMOST.replace(b"[0]", b"[len(position.legal_moves) // 2]")


def work(store: LeagueStore) -> None:
    """Works until no submission waits and no event has games left."""

    def is_done() -> bool:
        return not store.versions.queue() and not [
            event
            for event in events(store)
            if event.starts < LATER and event.state in (EventState.PLANNED, EventState.RUNNING)
        ]

    Worker(store, engine="serial").run(until=is_done)


def three_teams(store: LeagueStore) -> list[int]:
    """Teams whose versions play."""
    teams = [join(store, name) for name in "ABC"]
    for team, content in zip(teams, (LEFTMOST, RIGHTMOST, MIDDLE), strict=True):
        submit(store, team, content)
    work(store)
    return teams


def test_an_event_of_the_versions_at_its_freeze_is_played_and_published(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia", **NODES) as store:
        teams = three_teams(store)
        plan_event(store, "Week 1", EventPlan(games=2, seed=5), time())
        work(store)
        event = find_event(store, "week 1")
        assert event.state is EventState.PLAYED
        assert event.tournament is not None
        assert store.arena.count(event.tournament) == 3 * 2
        found = places(store, event)
        assert sorted(one.team for one in found) == teams
        assert found[0].place == 1
        assert sum(one.points for one in found) == 6
        with pytest.raises(EnrayaError, match="already"):
            start_event(store, event, time())
        shown = shown_tournament(store, event)
        assert sorted(shown.names) == ["A", "B", "C"]
        assert not any(entrant.files for entrant in shown.settings.agents)
        assert {entrant.spec for entrant in shown.settings.agents} == {"version 1"}
        assert publish_event(store, event).state is EventState.PUBLISHED
        actions = [one.action for one in store.log.actions()]
        assert actions.index("publish event") < actions.index("start event")


@pytest.mark.slow
def test_an_event_is_the_same_game_for_game_when_played_again(tmp_path: Path) -> None:
    moves = []
    for league, hostile in (("one", False), ("two", True)):
        with make_league(tmp_path / league, **NODES, baselines=("level(4)",)) as store:
            if hostile:  # joins first, so that all numbers differ
                submit(store, join(store, "H"), b"import os\nos._exit(1)\n")
                submit(store, join(store, "I"), b"def choose(position, limit):\n    return 99\n")
            three_teams(store)
            plan_event(store, "Final", EventPlan(seed=7, with_baselines=True), time())
            work(store)
            event = find_event(store, "Final")
            assert all(one.is_same for one in replay(store, event, engine="serial"))
            shown = shown_tournament(store, event)
            rows = [row for _, row in store.arena.rows(shown.id)]
            names = shown.names
            moves.append({
                (names[row.first], names[row.second], row.opening): (row.moves, row.seed)
                for row in rows
            })  # fmt: skip
    assert len(moves[0]) == 6 * 2
    assert moves[0] == moves[1]


def test_an_event_without_players_is_cancelled_and_says_why(store: LeagueStore) -> None:
    enter_agent(store, "A", "random")
    plan_event(store, "Week 1", EventPlan(), LATER)
    assert due(store, 50.0) == []
    assert find_event(store, "Week 1").state is EventState.PLANNED
    assert due(store, 2 * LATER) == []
    event = find_event(store, "Week 1")
    assert event.state is EventState.CANCELLED
    why = "players at its freeze: 1; an event takes at least two"
    assert str(event.reason) == store.log.actions()[0].reason == why
    with pytest.raises(EnrayaError, match=f"was called off: {why}. Plan it anew"):
        start_event(store, event, time())


def test_a_cancelled_event_can_be_planned_anew(store: LeagueStore) -> None:
    cancel_event(store, plan_event(store, "Week 1", EventPlan(), LATER), "strike")
    cancelled = find_event(store, "Week 1")
    assert cancelled.reason == "strike"
    with pytest.raises(EnrayaError, match="cannot be called off"):
        cancel_event(store, cancelled, "strike")
    again = plan_event(store, "week 1", EventPlan(games=4), LATER)
    assert [again] == events(store)
    assert (again.state, again.reason, again.plan.games) == (EventState.PLANNED, "", 4)
    with pytest.raises(EnrayaError, match=r"already \(planned\)"):
        plan_event(store, "Week 1", EventPlan(), LATER)


def test_an_event_that_cannot_begin_yet_stays_open_for_who_comes_later(store: LeagueStore) -> None:
    event = plan_event(store, "Week 1", EventPlan(), LATER)
    enter_agent(store, "A", "random")
    with pytest.raises(EnrayaError, match="cannot begin"):
        start_event(store, event, time())
    assert find_event(store, "1").state is EventState.PLANNED
    enter_agent(store, "B", "random")
    begun = start_event(store, event, time())
    assert (begun.state, len(begun.plan.entrants)) == (EventState.RUNNING, 2)


@pytest.mark.parametrize(
    ("name", "plan", "sentence"),
    [
        ("Final", EventPlan(kind="league"), "unknown kind of tournament 'league'"),
        ("Final", EventPlan(games=0), "games must be from 1"),
        ("12", EventPlan(), "is no number"),
        ("x" * 61, EventPlan(), "1 to 60 characters"),
        ("week 1", EventPlan(), "already"),
    ],
)
def test_plans_that_make_no_sense_are_refused(
    store: LeagueStore, name: str, plan: EventPlan, sentence: str
) -> None:
    plan_event(store, "Week 1", EventPlan(), LATER)
    with pytest.raises(EnrayaError) as refused:
        plan_event(store, name, plan, LATER)
    assert sentence in str(refused.value)
    with pytest.raises(EnrayaError, match="there is no event 'other'; there are: 1 'Week 1'"):
        find_event(store, "other")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
def test_other_kinds_have_places_too(tmp_path: Path, kind: str) -> None:
    with make_league(tmp_path / "ia", **NODES) as store:
        three_teams(store)
        plan_event(store, "Cup", EventPlan(kind=kind, rounds=9), time())
        work(store)
        found = [one.place for one in places(store, find_event(store, "Cup"))]
        assert found[0] == 1
        assert found == sorted(found)
        assert kind == "swiss" or found == [1, 2, 3] or found == [1, 2, 2]
