"""Events of a league: anyone sees what is planned and published, the operator decides."""

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
    """An event as far as the asker may see it."""

    id: int
    name: str
    kind: str
    games: int = Field(description="Between two that meet.")
    with_baselines: bool
    starts: float
    freezes: float = Field(description="Newer versions do not count.")
    state: str
    reason: str = Field(description="Why it was cancelled, in English or in the operator's words.")
    sentence: TextObject | None = Field(description="The reason in any language, if it has one.")
    players: int = Field(description="0 until its freeze.")
    played: int = Field(description="Games so far.")
    seed: int | None = Field(description="For the operator, and for all once it is published.")
    places: list[PlaceState] | None = Field(description="Once it is published; for the operator "
                                            "once it has begun.")  # fmt: skip

    @staticmethod
    def of(server: LeagueServer, event: Event, asker: Asker) -> "EventView":
        """An event as the asker may see it."""
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
    """Why the operator does something, if they want the log to say so."""

    reason: Annotated[str, StringConstraints(max_length=MOST_REASON)] = ""


async def _said(wanted: MayHaveReason | None = None) -> str:
    return wanted.reason if wanted else ""


ReasonIfAny = Annotated[str, Depends(_said)]


class NewEvent(MayHaveReason):
    """An event to put on the calendar; times are by the clocks of the league."""

    name: Annotated[str, StringConstraints(max_length=event_plan.MOST_NAME)]
    starts: Moment = Field("", description="Such as 2026-12-19T12:00; now if empty.")
    freeze: Moment = Field("", description="The start if empty.")
    kind: str = Field(
        "round-robin", description=f"One of {', '.join(event_plan.KINDS)}.", max_length=20
    )
    games: int = Field(2, ge=1, le=event_plan.MOST_GAMES)
    rounds: int = Field(0, ge=0, le=event_plan.MOST_ROUNDS, description="Of a Swiss tournament.")
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
    """An event, with its places once it is published."""
    return EventView.of(server, _found(server.store, number), asker)


def _found(store: LeagueStore, number: int) -> Event:
    return first_of((one for one in events_of(store) if one.id == number), "league.no_event")


@router.get(
    "/{number}/report", response_class=Response, responses=documented("text/html", 404, 503)
)
async def report(
    server: ServerOf, asker: AskerOf, number: Number, lang: Lang = "en"
) -> HTMLResponse:
    """The report of an event as one page that opens offline, once it is published.

    The operator can read it as soon as it has begun. The page carries its scripts inside, so it
    gets its own policy: a sandbox without an origin.
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
    """Put an event on the calendar; one of this name that was cancelled is planned anew."""
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
    """An event after a change, which takes the store, the event and these arguments."""
    change(server.store, _found(server.store, number), *arguments)
    return EventView.of(server, _found(server.store, number), asker)


@operators.post("/{number}/freeze", responses=problems(404))
@in_store
def freeze(server: ServerOf, asker: AskerOf, number: Number, why: ReasonIfAny) -> EventView:
    """Settle now which versions play in an event that begins later."""
    return _changed(server, asker, number, freeze_event, time(), why)


@operators.post("/{number}/start", responses=problems(404))
@in_store
def start(server: ServerOf, asker: AskerOf, number: Number, why: ReasonIfAny) -> EventView:
    """Let an event begin now, whatever its date."""
    return _changed(server, asker, number, start_event, time(), why)


@operators.post("/{number}/cancel", responses=problems(404))
@in_store
def cancel(server: ServerOf, asker: AskerOf, number: Number, wanted: Reason) -> EventView:
    """Call an event off that has not begun."""
    return _changed(server, asker, number, cancel_event, wanted.reason)


@operators.post("/{number}/publish", responses=problems(404))
@in_store
def publish(server: ServerOf, asker: AskerOf, number: Number, why: ReasonIfAny) -> EventView:
    """Show the results of an event that has been played to anyone."""
    return _changed(server, asker, number, publish_event, why)
