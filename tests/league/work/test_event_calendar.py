"""Events on the calendar: their names, who plays, and when they begin."""

from time import time

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.event_plan import MOST_NAME, Event, EventPlan, EventState
from enraya.league.rank.event_results import places
from enraya.league.store.events import events, find_event
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import (
    cancel_event,
    due,
    freeze_event,
    plan_event,
    players_at,
    publish_event,
    start_event,
)
from enraya.league.work.submissions import remove_team
from tests.league.making import add_version, enter_agent

LATER = 10**10
"""A time that no test reaches."""


@pytest.fixture
def store(store: LeagueStore) -> LeagueStore:
    """A league of two teams, whose players are at the places 2 and 3."""
    enter_agent(store, "A", "random")
    enter_agent(store, "B", "level(1)")
    return store


def planned(store: LeagueStore, name: str = "Final", **changes: object) -> Event:
    return plan_event(store, name, EventPlan(**changes), LATER)  # type: ignore[arg-type]  # any


def set_state(store: LeagueStore, event: Event, state: EventState) -> Event:
    store.database.write("UPDATE events SET state = ? WHERE id = ?", state, event.id)
    return find_event(store, str(event.id))


def test_events_are_found_by_number_and_by_name(store: LeagueStore) -> None:
    with pytest.raises(EnrayaError, match="none is planned yet"):
        find_event(store, "Final")
    one, two, three = planned(store), planned(store, "x" * MOST_NAME), planned(store, "F")
    found = [find_event(store, text) for text in (" 1", "FINAL", "2", "f")]
    assert found == [one, one, two, three]
    with pytest.raises(EnrayaError, match="no event 'other'; there are: 1 'Final', 2 'xxx"):
        find_event(store, "other")
    with pytest.raises(EnrayaError, match=r"already \(planned\)"):
        planned(store, "final")
    for name in ("", "a\x07b", "x" * (MOST_NAME + 1), "7"):
        with pytest.raises(EnrayaError, match="the name of an event has 1 to 60"):
            planned(store, name)


def test_an_event_is_frozen_and_begins_exactly_at_its_times(store: LeagueStore) -> None:
    event = planned(store, freeze=float(LATER - 100))
    for now, state in (
        (LATER - 101, EventState.PLANNED),
        (LATER - 100, EventState.FROZEN),
        (LATER - 0.5, EventState.FROZEN),
    ):
        assert due(store, now) == []
        assert find_event(store, "Final").state is state
    add_version(store, 1, "level(2)")
    (begun,) = due(store, LATER)
    assert (begun.id, begun.state) == (event.id, EventState.RUNNING)
    assert begun.plan.entrants == (2, 3), "the newer version came too late"
    assert due(store, LATER) == []


def test_an_event_can_be_frozen_early_but_only_once(store: LeagueStore) -> None:
    frozen = freeze_event(store, planned(store), time(), "they agreed")
    assert (frozen.state, frozen.plan.entrants) == (EventState.FROZEN, (2, 3))
    assert store.log.actions()[0].reason == "they agreed"
    with pytest.raises(EnrayaError, match=r"\(versions settled\) cannot be frozen"):
        freeze_event(store, frozen, time())
    add_version(store, 1, "level(2)")
    assert start_event(store, frozen, time()).plan.entrants == (2, 3)


def test_an_event_needs_two_players(store: LeagueStore) -> None:
    remove_team(store, 2, "left")
    event = planned(store)
    with pytest.raises(EnrayaError, match="cannot be frozen: players at its freeze: 1"):
        freeze_event(store, event, time())
    with pytest.raises(EnrayaError, match="cannot begin"):
        start_event(store, event, time())
    assert find_event(store, "1").state is EventState.PLANNED, "there may be more by its date"
    with_baselines = planned(store, "With baselines", with_baselines=True)
    assert freeze_event(store, with_baselines, time()).plan.entrants == (2, 0, 1)
    store.database.write("UPDATE players SET is_active = 0 WHERE place = 0")
    other = planned(store, "With one baseline", with_baselines=True)
    assert start_event(store, other, time()).plan.entrants == (2, 1)
    due(store, LATER)
    why = "players at its freeze: 1; an event takes at least two"
    event = find_event(store, "1")
    assert event.state is EventState.CANCELLED
    assert str(event.reason) == why
    assert why in {action.reason for action in store.log.actions()}
    with pytest.raises(EnrayaError, match=f"was called off: {why}. Plan it anew"):
        start_event(store, event, time())


def test_a_cancelled_event_can_be_planned_anew(store: LeagueStore) -> None:
    cancel_event(store, planned(store), "strike")
    cancelled = find_event(store, "Final")
    assert cancelled.reason == "strike"
    with pytest.raises(EnrayaError, match="cannot be called off"):
        cancel_event(store, cancelled, "strike")
    again = planned(store, "final", games=4)
    assert [again] == events(store)
    assert (again.state, again.reason, again.plan.games) == (EventState.PLANNED, "", 4)


def test_each_team_enters_with_the_version_it_had_at_that_time(store: LeagueStore) -> None:
    add_version(store, 1, "level(2)")
    store.database.write("UPDATE versions SET received = 100 * id")
    found = [[one.place for one in players_at(store, time)] for time in (99.0, 100, 200, 300)]
    assert found == [[], [2], [2, 3], [3, 4]]


def test_an_event_that_has_begun_cannot_be_cancelled_or_begun_again(store: LeagueStore) -> None:
    event = planned(store)
    with pytest.raises(EnrayaError, match=r"\(planned\) has not begun"):
        places(store, event)
    begun = start_event(store, event, time())
    with pytest.raises(EnrayaError, match=r"\(being played\) cannot be called off"):
        cancel_event(store, begun, "rain")
    with pytest.raises(EnrayaError, match=r"\(being played\) has begun already"):
        start_event(store, begun, time())
    cancel_event(store, freeze_event(store, planned(store, "Other"), time()), "rain")


def test_results_are_published_once_all_games_are_played(store: LeagueStore) -> None:
    event = start_event(store, planned(store), time())
    with pytest.raises(EnrayaError, match=r"\(being played\) is not over yet"):
        publish_event(store, event)
    published = publish_event(store, set_state(store, event, EventState.PLAYED))
    assert published.state is EventState.PUBLISHED
    actions = len(store.log.actions())
    assert publish_event(store, published) == published
    assert len(store.log.actions()) == actions
    other = planned(store, "Other")
    cancel_event(store, other, "rain")
    with pytest.raises(EnrayaError, match="was called off: rain"):
        publish_event(store, find_event(store, "Other"))


def test_equal_events_have_their_own_games_and_a_restart_makes_none_twice(
    store: LeagueStore,
) -> None:
    one, two = (start_event(store, planned(store, name), time()) for name in ("One", "Two"))
    assert one.tournament != two.tournament
    store.database.write(
        "UPDATE events SET state = 'frozen', tournament = NULL WHERE id = ?", two.id
    )
    (again,) = due(store, 2 * LATER)  # its process was killed just then
    assert again.tournament == two.tournament


def test_an_unreadable_event_is_reported_as_damaged(store: LeagueStore) -> None:
    event = planned(store)
    store.database.write("UPDATE events SET plan = '{}' WHERE id = ?", event.id)
    with pytest.raises(EnrayaError, match="event 1 of the league is damaged"):
        events(store)
