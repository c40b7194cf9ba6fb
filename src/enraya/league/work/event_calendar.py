"""The calendar of events: planning, freezing, starting, cancelling and publishing them."""

from dataclasses import replace

from enraya.arena.plan.openings import random_openings
from enraya.errors import InvalidSetting
from enraya.league.model.event_plan import MOST_NAME, Event, EventPlan, EventState
from enraya.league.model.ladder import LadderPlayer
from enraya.league.store.events import CANCEL, events, find_event, read_events, refusal, too_few
from enraya.league.store.log import OPERATOR, check_reason
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence

_FEWEST = 2
"""The fewest players with which an event is held."""


def plan_event(
    store: LeagueStore, name: str, plan: EventPlan, starts: float, reason: str = ""
) -> Event:
    """Puts an event on the calendar, in place of a cancelled one of the same name if there is one.

    Raises:
        EnrayaError: for an invalid plan or name, or a name that is taken.
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
    """Calls off an event that has not begun.

    Raises:
        InvalidSetting: when the event has begun or is cancelled already, or no reason is given.
    """
    reason = check_reason(reason)
    event = find_event(store, str(event.id))  # it may have begun meanwhile
    if event.state in (EventState.PLANNED, EventState.FROZEN):
        called_off = replace(event, state=EventState.CANCELLED)
        event = _change(store, event, called_off, CANCEL, reason=reason)
        if event.state is EventState.CANCELLED:
            return
    raise refusal("league.event_kept", event)


def start_event(store: LeagueStore, event: Event, now: float, reason: str = "") -> Event:
    """Starts an event now, before its date.

    Raises:
        InvalidSetting: when the event has begun already or is cancelled, or has fewer than two
            players.
    """
    reason = check_reason(reason, least=0)
    if event.state is EventState.CANCELLED:
        raise refusal("league.event_anew", event)
    if event.state is EventState.PLANNED:
        frozen = _frozen(store, event, now)
        _check_players(event, frozen, "league.event_no_begin")
        event = _change(store, event, frozen)
    if event.state is not EventState.FROZEN:
        raise refusal("league.event_begun", event)
    _check_players(event, event, "league.event_no_begin")
    return _begin(store, event, who=OPERATOR, reason=reason)


def freeze_event(store: LeagueStore, event: Event, now: float, reason: str = "") -> Event:
    """Fixes now which versions play in an event that begins later.

    Raises:
        InvalidSetting: when they are fixed already, or there are fewer than two players.
    """
    reason = check_reason(reason, least=0)
    if event.state is not EventState.PLANNED:
        raise refusal("league.event_settled", event)
    frozen = _frozen(store, event, now)
    _check_players(event, frozen, "league.event_no_freeze")
    players = len(frozen.plan.entrants)
    return _change(store, event, frozen, "freeze event", reason=reason, players=players)


def due(store: LeagueStore, now: float) -> list[Event]:
    """Freezes and starts the events whose time has come; returns those that it started.

    An event with too few players is cancelled instead.
    """
    begun = []
    for event in read_events(store, "WHERE state IN ('planned', 'frozen') ORDER BY starts, id"):
        if event.state is EventState.PLANNED and event.freezes <= now:
            event = _change(store, event, _frozen(store, event, now))  # now with its players
        if event.state is not EventState.FROZEN or event.starts > now:
            continue
        players = len(event.plan.entrants)
        if players < _FEWEST:
            called_off = replace(event, state=EventState.CANCELLED)
            why = str(too_few(players))
            _change(store, event, called_off, CANCEL, who="league", reason=why, players=players)
        else:
            begun.append(_begin(store, event))
    return begun


def _frozen(store: LeagueStore, event: Event, now: float) -> Event:
    """A planned event with its players fixed as of its freeze, or of now if that is earlier."""
    time = min(event.freezes, now)
    players = players_at(store, time)
    if event.plan.with_baselines:
        players += [one for one in store.players.all() if one.is_baseline and one.is_active]
    plan = replace(event.plan, freeze=time, entrants=tuple(one.place for one in players))
    return replace(event, state=EventState.FROZEN, plan=plan)


def _check_players(event: Event, frozen: Event, key: str) -> None:
    """Refuses to freeze or start an event with too few players; more may join by its date.

    Raises:
        InvalidSetting: with the sentence ``key``.
    """
    players = len(frozen.plan.entrants)
    if players < _FEWEST:
        raise refusal(key, event, why=too_few(players))


def players_at(store: LeagueStore, time: float) -> list[LadderPlayer]:
    """The version with which each team plays as of a time, ordered by place.

    It is the active one if it was received by then, else the latest player of the team that was.
    """
    players = store.players.all()
    received: dict[int | None, float] = {one.id: one.received for one in store.versions.all()}
    found = []
    for team in store.teams.all():
        if team.is_playing:
            own = [one for one in players if one.team == team.id]
            early = [one for one in own if received[one.version_id] <= time]
            found += ([one for one in early if one.is_active] or early)[-1:]
    return sorted(found)


def _begin(store: LeagueStore, event: Event, who: str = "league", reason: str = "") -> Event:
    """Starts a frozen event: makes its tournament, unless a killed process has already made it."""
    ladder = store.ladder.settings.agents
    entrants = tuple(ladder[place] for place in event.plan.entrants)
    settings = event.plan.tournament(store.settings, entrants)
    made = store.arena.find(settings)  # made by a process that was then killed
    if made is None or made.id in {other.tournament for other in events(store)}:
        openings = random_openings(
            settings.rule_set, settings.opening_plies, settings.openings_needed, settings.seed,
            balanced=settings.balanced,
        )  # fmt: skip
        made = store.arena.create(settings, openings)
    running = replace(event, state=EventState.RUNNING, tournament=made.id)
    players = len(entrants)
    return _change(store, event, running, "start event", who=who, reason=reason, players=players)


def publish_event(store: LeagueStore, event: Event, reason: str = "") -> Event:
    """Makes the results of an event public; changes nothing if they are public already.

    Raises:
        InvalidSetting: when the event is cancelled, or has not been played to the end.
    """
    reason = check_reason(reason, least=0)
    if event.state is EventState.PUBLISHED:
        return event
    if event.state is EventState.CANCELLED:
        raise refusal("league.event_cancelled", event)
    if event.state is not EventState.PLAYED:
        raise refusal("league.event_not_over", event)
    published = replace(event, state=EventState.PUBLISHED)
    return _change(store, event, published, "publish event", reason=reason)


def _change(
    store: LeagueStore,
    before: Event,
    after: Event,
    action: str = "",
    *,
    who: str = OPERATOR,
    reason: str = "",
    **details: int,
) -> Event:
    """Stores the new state of an event, and logs the action if it has a name.

    Nothing is stored if another process has changed the event's state meanwhile.

    Returns:
        The event as it is stored afterwards.
    """
    with store.database.transaction():
        changed = store.database.execute(
            "UPDATE events SET plan = ?, state = ?, tournament = ? WHERE id = ? AND state = ?",
            after.plan.to_json(), after.state, after.tournament, before.id, before.state,
        )  # fmt: skip
        if changed and action:
            named = {"event": before.name} | details
            store.log.add(action, who=who, details=named, reason=reason)
    return find_event(store, str(before.id))
