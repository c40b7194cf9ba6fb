"""Reading the events of a league from its store."""

import json
from collections.abc import Iterator
from dataclasses import replace

from enraya.arena.store.store import Tournament
from enraya.errors import InvalidSetting
from enraya.league.model.event_plan import Event, EventPlan, EventState
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence

_COLUMNS = "id, name, plan, starts, state, tournament"
CANCEL = "cancel event"
"""The log's action for a cancelled event; its entry holds the reason."""


def events(store: LeagueStore) -> list[Event]:
    """All events, the earliest first."""
    return list(read_events(store, "ORDER BY starts, id"))


def find_event(store: LeagueStore, text: str) -> Event:
    """The event whose number or name is this text; capitals do not matter.

    Raises:
        InvalidSetting: when there is no such event.
    """
    wanted = text.strip()
    known = events(store)
    for event in known:
        if wanted == str(event.id) or wanted.casefold() == event.name.casefold():
            return event
    names = ", ".join(f"{event.id} {event.name!r}" for event in known)
    key = "league.event_unknown" if known else "league.event_none"
    raise InvalidSetting(Sentence(key, text=repr(text), names=names))


def read_events(store: LeagueStore, which: str, *values: object) -> Iterator[Event]:
    """The events that an SQL ``WHERE`` or ``ORDER BY`` clause selects.

    Raises:
        InvalidSetting: when the record of an event is damaged.
    """
    query = f"SELECT {_COLUMNS} FROM events {which}"  # noqa: S608  # no input
    reasons: dict[str, str] | None = None
    for number, name, plan, starts, state, tournament in store.database.query(query, *values):
        try:
            read = EventPlan.from_json(plan), EventState(state)
        except (ValueError, TypeError, AttributeError, KeyError):
            raise InvalidSetting(f"event {number} of the league is damaged") from None
        event = Event(number, name, read[0], starts, read[1], tournament)
        if event.state is EventState.CANCELLED:
            reasons = _cancellations(store) if reasons is None else reasons
            event = replace(event, reason=reasons.get(name, ""))
        yield event


def _cancellations(store: LeagueStore) -> dict[str, str]:
    """The reasons for which events were cancelled, from the log, by the names of the events."""
    query = "SELECT details, reason FROM log WHERE action = ? ORDER BY id"
    found: dict[str, str] = {}
    for text, reason in store.database.query(query, CANCEL):
        details = json.loads(text)
        found[details["event"]] = too_few(details["players"]) if "players" in details else reason
    return found


def too_few(players: int) -> Sentence:
    """The reason for which an event with this many players is not held."""
    return Sentence("league.event_too_few", players=players)


def refusal(key: str, event: Event, **values: Sentence) -> InvalidSetting:
    """The error with the sentence ``key``: why an action is not possible in an event's state."""
    state, name = Sentence(f"league.event.{event.state}"), repr(event.name)
    return InvalidSetting(Sentence(key, name=name, state=state, reason=event.reason, **values))


def event_tournament(store: LeagueStore, event: Event) -> Tournament:
    """The tournament of an event that has begun.

    Raises:
        InvalidSetting: when the event has not begun.
    """
    if event.tournament is None:
        raise refusal("league.event_not_begun", event)
    return store.arena.tournament(event.tournament)
