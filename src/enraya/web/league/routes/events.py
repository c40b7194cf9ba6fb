"""Routes for events: anyone sees what is planned and published, the operator decides."""

from collections.abc import Callable
from http import HTTPStatus
from time import time
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field, StringConstraints

from enraya.league.model import event_plan
from enraya.league.model.event_plan import Event, EventPlan
from enraya.league.model.event_plan import EventState as State
from enraya.league.model.settings import read_moment
from enraya.league.rank.event_results import places, shown_tournament
from enraya.league.store.events import events as events_of
from enraya.league.store.log import MOST_REASON
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import cancel_event, freeze_event, publish_event, start_event
from enraya.league.work.event_calendar import plan_event as put_on_calendar
from enraya.reports.tournament import report_text
from enraya.texts import Sentence, texts_in
from enraya.web.league.access import (
    Asker,
    AskerOf,
    Number,
    ServerOf,
    first_of,
    operator_router,
)
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import shown_names
from enraya.web.league.schemas import Lang, Reason
from enraya.web.server.application import REPORT_POLICY, in_store
from enraya.web.server.problems import Refusal, documented, problems
from enraya.web.server.schemas import TextObject

router = APIRouter(prefix="/api/league/events", tags=["events"], responses=problems(503))
operators = operator_router("/events")
Moment = Annotated[str, StringConstraints(max_length=40)]


class PlaceState(BaseModel):
    """A team's place in an event."""

    place: int
    name: str
    is_mine: bool
    points: float


class EventView(BaseModel):
    """An event, as far as the asker may see it."""

    id: int
    name: str
    kind: str
    games: int = Field(description="How many games two players play when they meet.")
    with_baselines: bool
    starts: float
    freezes: float = Field(description="Versions received after this time do not play.")
    state: str
    reason: str = Field(description="Why it was cancelled, in English or in the operator's words.")
    sentence: TextObject | None = Field(
        description="The reason as a text in any language; null if it is the operator's."
    )
    players: int = Field(description="How many players it has; 0 until its freeze.")
    played: int = Field(description="How many games have been played.")
    seed: int | None = Field(
        description="The seed, for the operator; for others once the event is published."
    )
    places: list[PlaceState] | None = Field(
        description="The places, for the operator once the event has begun; for others once it is "
        "published."
    )

    @staticmethod
    def of(server: LeagueServer, event: Event, asker: Asker) -> "EventView":
        """An event with what the asker may see of it."""
        store = server.store
        is_open = asker.is_operator or event.state is State.PUBLISHED
        names = shown_names(server, asker)
        found = None
        if is_open and event.tournament is not None:
            found = server.recent(f"places {event.id}", lambda: places(store, event))
        reason = event.reason
        return EventView(
            id=event.id, name=event.name, kind=event.plan.kind, games=event.plan.games,
            with_baselines=event.plan.with_baselines, starts=event.starts, freezes=event.freezes,
            state=event.state, reason=str(reason),
            sentence=TextObject.of(reason),
            players=len(event.plan.entrants),
            played=store.arena.count(event.tournament) if event.tournament else 0,
            seed=event.plan.seed if is_open else None,
            places=None if found is None else [
                PlaceState(place=one.place, name=names.get(one.team, ""),
                           is_mine=one.team == asker.team, points=one.points)
                for one in found
            ],
        )  # fmt: skip


class MayHaveReason(BaseModel):
    """The operator's reason for an action, which is optional."""

    reason: Annotated[str, StringConstraints(max_length=MOST_REASON)] = ""


async def _said(wanted: MayHaveReason | None = None) -> str:
    return wanted.reason if wanted else ""


ReasonIfAny = Annotated[str, Depends(_said)]


class NewEvent(MayHaveReason):
    """An event to put on the calendar; its times are local times of the league's zone."""

    name: Annotated[str, StringConstraints(max_length=event_plan.MOST_NAME)]
    starts: Moment = Field(
        "", description="When it begins, such as 2026-12-19T12:00; now if empty."
    )
    freeze: Moment = Field(
        "", description="Versions received after this time do not play; the start if empty."
    )
    kind: str = Field(
        "round-robin", description=f"One of {', '.join(event_plan.KINDS)}.", max_length=20
    )
    games: int = Field(2, ge=1, le=event_plan.MOST_GAMES)
    rounds: int = Field(
        0, ge=0, le=event_plan.MOST_ROUNDS,
        description="How many rounds a Swiss tournament has; 0 for enough to find a winner.",
    )  # fmt: skip
    seed: int = Field(1, ge=0, le=event_plan.MOST_SEED)
    with_baselines: bool = False


@router.get("")
@in_store
def events(server: ServerOf, asker: AskerOf) -> list[EventView]:
    """All events, the earliest first."""
    return [EventView.of(server, event, asker) for event in events_of(server.store)]


@router.get("/{number}", responses=problems(404))
@in_store
def event(server: ServerOf, asker: AskerOf, number: Number) -> EventView:
    """An event, by its number, with its places once it is published."""
    return EventView.of(server, _found(server.store, number), asker)


def _found(store: LeagueStore, number: int) -> Event:
    return first_of((one for one in events_of(store) if one.id == number), "league.no_event")


@router.get(
    "/{number}/report", response_class=Response, responses=documented("text/html", 404, 503)
)
async def report(
    server: ServerOf, asker: AskerOf, number: Number, lang: Lang = "en"
) -> HTMLResponse:
    """The report of a published event, as one HTML page that works offline.

    The operator can read it as soon as the event has begun. The page contains its scripts, so it
    gets its own content security policy: a sandbox without an origin.
    """
    what = f"report {number} {lang} {asker.is_operator}"

    def make(store: LeagueStore) -> str:
        found = _found(store, number)
        has_begun = found.tournament is not None
        if found.state is not State.PUBLISHED and not (asker.is_operator and has_begun):
            raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.not_published"))
        return report_text(store.arena, shown_tournament(store, found), texts_in(lang))

    page = await server.read_once(what, make)
    return HTMLResponse(page, headers={"Content-Security-Policy": REPORT_POLICY})


@operators.post("", status_code=HTTPStatus.CREATED)
@in_store
def plan_event(server: ServerOf, asker: AskerOf, wanted: NewEvent) -> EventView:
    """Put an event on the calendar, in place of a cancelled one of the same name."""
    zone = server.store.settings.zone
    starts = read_moment(wanted.starts, zone).timestamp() if wanted.starts else time()
    freeze = read_moment(wanted.freeze, zone).timestamp() if wanted.freeze else 0.0
    planned = EventPlan(
        wanted.kind, wanted.games, wanted.rounds, wanted.seed, wanted.with_baselines, freeze
    )
    made = put_on_calendar(server.store, wanted.name, planned, starts, wanted.reason)
    return EventView.of(server, made, asker)


def _changed(
    server: LeagueServer,
    asker: Asker,
    number: int,
    change: Callable[..., object],
    *arguments: object,
) -> EventView:
    """Calls ``change`` with the store, the event and these arguments; returns the changed event."""
    change(server.store, _found(server.store, number), *arguments)
    return EventView.of(server, _found(server.store, number), asker)


@operators.post("/{number}/freeze", responses=problems(404))
@in_store
def freeze(server: ServerOf, asker: AskerOf, number: Number, why: ReasonIfAny) -> EventView:
    """Fix now which versions play in an event that begins later."""
    return _changed(server, asker, number, freeze_event, time(), why)


@operators.post("/{number}/start", responses=problems(404))
@in_store
def start(server: ServerOf, asker: AskerOf, number: Number, why: ReasonIfAny) -> EventView:
    """Start an event now, before its date."""
    return _changed(server, asker, number, start_event, time(), why)


@operators.post("/{number}/cancel", responses=problems(404))
@in_store
def cancel(server: ServerOf, asker: AskerOf, number: Number, wanted: Reason) -> EventView:
    """Call off an event that has not begun."""
    return _changed(server, asker, number, cancel_event, wanted.reason)


@operators.post("/{number}/publish", responses=problems(404))
@in_store
def publish(server: ServerOf, asker: AskerOf, number: Number, why: ReasonIfAny) -> EventView:
    """Make the results of a played event public."""
    return _changed(server, asker, number, publish_event, why)
