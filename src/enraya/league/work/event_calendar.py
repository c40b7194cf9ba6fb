"""The calendar of events: planned, frozen, begun, cancelled, published."""

from dataclasses import replace

from enraya.arena.plan.openings import random_openings
from enraya.arena.plan.settings import TournamentSettings
from enraya.errors import InvalidSetting
from enraya.league.model.event_plan import MOST_NAME, Event, EventPlan, EventState
from enraya.league.model.ladder import LadderPlayer
from enraya.league.model.records import TeamState
from enraya.league.store.events import CANCEL, events, find_event, read_events, refusal, too_few
from enraya.league.store.log import OPERATOR, check_reason
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence

_FEWEST = 2
"""An event with fewer players is not held."""


def plan_event(
    store: LeagueStore, name: str, plan: EventPlan, starts: float, reason: str = ""
) -> Event:
    """Puts an event on the calendar; one of this name that was cancelled is planned anew.

    Raises:
        EnrayaError: for a plan that is refused, or a name that is taken.
    """
    plan.check()
    reason = check_reason(reason, least=0)
    name = " ".join(name.split())
    if not 1 <= len(name) <= MOST_NAME or not name.isprintable() or name.isdigit():
        raise InvalidSetting(Sentence("league.event_name", most=MOST_NAME))
    with store.database.transaction():
        for event in events(store):
            if event.name.casefold() != name.casefold():
                continue
            if event.state is not EventState.CANCELLED:
                raise refusal("league.event_taken", event)
            store.database.execute("DELETE FROM events WHERE id = ?", event.id)
        store.database.execute(
            "INSERT INTO events (name, plan, starts, state) VALUES (?, ?, ?, ?)",
            name, plan.to_json(), starts, EventState.PLANNED,
        )  # fmt: skip
        details = {"event": name, "starts": starts}
        store.log.add("plan event", details=details, reason=reason)
    return find_event(store, name)


def cancel_event(store: LeagueStore, event: Event, reason: str) -> None:
    """Calls an event off that has not begun.

    Raises:
        InvalidSetting: when it has.
    """
    reason = check_reason(reason)
    with store.database.transaction():
        if _state(store, event) not in (EventState.PLANNED, EventState.FROZEN):
            raise refusal("league.event_kept", event)
        _move(store, event, EventState.CANCELLED)
        store.log.add(CANCEL, details={"event": event.name}, reason=reason)


def start_event(store: LeagueStore, event: Event, now: float, reason: str = "") -> Event:
    """Starts an event now, before its date.

    Raises:
        InvalidSetting: when it has begun already, or fewer than two versions can play.
    """
    reason = check_reason(reason, least=0)
    if event.state is EventState.CANCELLED:
        raise refusal("league.event_anew", event)
    if event.state not in (EventState.PLANNED, EventState.FROZEN):
        raise refusal("league.event_begun", event)
    frozen = _freeze_if_enough(store, event, now, "league.event_no_begin")
    return _begin(store, frozen, who=OPERATOR, reason=reason)


def freeze_event(store: LeagueStore, event: Event, now: float, reason: str = "") -> Event:
    """Settles at once which versions play, long before an event begins.

    Raises:
        InvalidSetting: when that is settled already, or fewer than two versions can play.
    """
    reason = check_reason(reason, least=0)
    if event.state is not EventState.PLANNED:
        raise refusal("league.event_settled", event)
    return _freeze_if_enough(store, event, now, "league.event_no_freeze", reason)


def _freeze_if_enough(
    store: LeagueStore, event: Event, now: float, key: str, reason: str | None = None
) -> Event:
    """The event, frozen now if it was not; refused with a text when too few would play.

    Then it is not frozen: there may be more players by its date. With a reason it is logged.
    """
    is_planned, freeze = event.state is EventState.PLANNED, min(now, event.freezes)
    players = len(_entrants(store, event.plan, freeze) if is_planned else event.plan.entrants)
    if players < _FEWEST:
        raise refusal(key, event, why=too_few(players))
    return _freeze(store, event, freeze, reason) if is_planned else event


def due(store: LeagueStore, now: float) -> list[Event]:
    """Freezes and begins the events whose time has come; returns those that have begun."""
    begun = []
    for event in read_events(store, "WHERE state IN ('planned', 'frozen') ORDER BY starts, id"):
        if event.state is EventState.PLANNED and event.freezes <= now:
            event = _freeze(store, event, event.freezes)  # the same, later
        if event.state is not EventState.FROZEN or event.starts > now:
            continue
        if len(event.plan.entrants) < _FEWEST:
            players = len(event.plan.entrants)
            details, reason = {"event": event.name, "players": players}, str(too_few(players))
            with store.database.transaction():
                _move(store, event, EventState.CANCELLED)
                store.log.add(CANCEL, who="league", details=details, reason=reason)
            continue
        begun.append(_begin(store, event))
    return begun


def _entrants(store: LeagueStore, plan: EventPlan, time: float) -> tuple[int, ...]:
    """The players of an event frozen at a time, by place."""
    players = players_at(store, time)
    if plan.with_baselines:
        players += [one for one in store.players.all() if one.is_baseline and one.is_active]
    return tuple(player.place for player in players)


def _freeze(store: LeagueStore, event: Event, time: float, reason: str | None = None) -> Event:
    plan = replace(event.plan, freeze=time, entrants=_entrants(store, event.plan, time))
    with store.database.transaction():
        if _state(store, event) is EventState.PLANNED:
            store.database.execute(
                "UPDATE events SET plan = ?, state = ? WHERE id = ?",
                plan.to_json(), EventState.FROZEN, event.id,
            )  # fmt: skip
            if reason is not None:
                details = {"event": event.name, "players": len(plan.entrants)}
                store.log.add("freeze event", details=details, reason=reason)
    return find_event(store, str(event.id))


def players_at(store: LeagueStore, time: float) -> list[LadderPlayer]:
    """The player of each team at a time, by place: the active one, unless it came later."""
    players = store.players.all()
    received: dict[int | None, float] = {one.id: one.received for one in store.versions.all()}
    found = []
    for team in store.teams.all():
        if team.state is not TeamState.PLAYING:
            continue
        own = [one for one in players if one.team == team.id]
        early = [one for one in own if received[one.version_id] <= time]
        chosen = [one for one in early if one.is_active] or early[-1:]
        found += chosen[-1:]
    return sorted(found)


def _begin(store: LeagueStore, event: Event, who: str = "league", reason: str = "") -> Event:
    """Makes the tournament of a frozen event; doing it again changes nothing."""
    settings = event_settings(store, event)
    openings = random_openings(
        settings.rule_set, settings.opening_plies, settings.openings_needed, settings.seed,
        balanced=settings.balanced,
    )  # fmt: skip
    number = _unused(store, settings) or store.arena.create(settings, openings).id
    with store.database.transaction():
        if _state(store, event) is EventState.FROZEN:
            store.database.execute(
                "UPDATE events SET state = ?, tournament = ? WHERE id = ?",
                EventState.RUNNING, number, event.id,
            )  # fmt: skip
            details = {"event": event.name, "players": len(settings.agents)}
            store.log.add("start event", who=who, details=details, reason=reason)
    return find_event(store, str(event.id))


def _unused(store: LeagueStore, settings: TournamentSettings) -> int | None:
    """The tournament made for this event by a process that was killed just after."""
    known = store.arena.find(settings)
    taken = {event.tournament for event in events(store)}
    return None if known is None or known.id in taken else known.id


def event_settings(store: LeagueStore, event: Event) -> TournamentSettings:
    """The tournament of a frozen event; its players have the names they have in the ladder."""
    ladder = store.ladder.settings.agents
    return event.plan.tournament(
        store.settings, tuple(ladder[place] for place in event.plan.entrants)
    )


def publish_event(store: LeagueStore, event: Event, reason: str = "") -> Event:
    """Makes the results of an event public once it has been played.

    Raises:
        InvalidSetting: when games are missing.
    """
    reason = check_reason(reason, least=0)
    if event.state is EventState.PUBLISHED:
        return event
    if event.state is EventState.CANCELLED:
        raise refusal("league.event_cancelled", event)
    if event.state is not EventState.PLAYED:
        raise refusal("league.event_not_over", event)
    with store.database.transaction():
        _move(store, event, EventState.PUBLISHED)
        store.log.add("publish event", details={"event": event.name}, reason=reason)
    return find_event(store, str(event.id))


def _state(store: LeagueStore, event: Event) -> EventState:
    rows = store.database.query("SELECT state FROM events WHERE id = ?", event.id)
    return EventState(next(iter(rows))[0])


def _move(store: LeagueStore, event: Event, state: EventState) -> None:
    store.database.execute("UPDATE events SET state = ? WHERE id = ?", state, event.id)
