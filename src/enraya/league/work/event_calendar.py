"""The calendar of events: planned, frozen, begun, cancelled, published."""

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
        InvalidSetting: when it has begun already, or fewer than two versions can play.
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
    """Settles at once which versions play, long before an event begins.

    Raises:
        InvalidSetting: when that is settled already, or fewer than two versions can play.
    """
    reason = check_reason(reason, least=0)
    if event.state is not EventState.PLANNED:
        raise refusal("league.event_settled", event)
    frozen = _frozen(store, event, now)
    _check_players(event, frozen, "league.event_no_freeze")
    players = len(frozen.plan.entrants)
    return _change(store, event, frozen, "freeze event", reason=reason, players=players)


def due(store: LeagueStore, now: float) -> list[Event]:
    """Freezes and begins the events whose time has come; returns those that have begun."""
    begun = []
    for event in read_events(store, "WHERE state IN ('planned', 'frozen') ORDER BY starts, id"):
        if event.state is EventState.PLANNED and event.freezes <= now:
            event = _change(store, event, _frozen(store, event, now))  # the same, later
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
    """A planned event with its players settled, at its freeze if that has passed, else now."""
    time = min(event.freezes, now)
    players = players_at(store, time)
    if event.plan.with_baselines:
        players += [one for one in store.players.all() if one.is_baseline and one.is_active]
    plan = replace(event.plan, freeze=time, entrants=tuple(one.place for one in players))
    return replace(event, state=EventState.FROZEN, plan=plan)


def _check_players(event: Event, frozen: Event, key: str) -> None:
    """Refuses an event in which too few would play: there may be more players by its date."""
    players = len(frozen.plan.entrants)
    if players < _FEWEST:
        raise refusal(key, event, why=too_few(players))


def players_at(store: LeagueStore, time: float) -> list[LadderPlayer]:
    """The player of each team at a time, by place: the active one, unless it came later."""
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
    """Makes the tournament of a frozen event; doing it again changes nothing."""
    ladder = store.ladder.settings.agents
    entrants = tuple(ladder[place] for place in event.plan.entrants)
    settings = event.plan.tournament(store.settings, entrants)
    made = store.arena.find(settings)  # by a process that was killed just after
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
    """Keeps what an event has become, and logs it if the action has a name.

    Returns:
        The event as it is then: with another state if another process was faster.
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
