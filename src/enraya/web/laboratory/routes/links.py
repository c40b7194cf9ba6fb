"""Routes for games with a friend by link."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from http import HTTPStatus
from random import uniform
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.texts import Sentence
from enraya.web.laboratory.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf, VisitorOf
from enraya.web.laboratory.links.game import GameClock, LinkAction, LinkGame
from enraya.web.laboratory.links.hub import Listener, Message
from enraya.web.laboratory.links.link_games import lock_of
from enraya.web.laboratory.links.link_state import (
    LinkBegun,
    LinkProblem,
    LinkState,
    LinkView,
    NewLink,
    TakenSeat,
)
from enraya.web.laboratory.links.store import IDLE_DAYS, UNFINISHED_DAYS
from enraya.web.server.limits import LimitedStream
from enraya.web.server.problems import Refusal, documented, problems
from enraya.web.server.schemas import LinkText, qr_code

SEAT_HEADER = "Enraya-Seat"
BEAT_SECONDS = 5.0
"""How long a stream is silent before it sends a heartbeat."""
STREAM_SECONDS = (40.0, 60.0)
"""How long a stream lasts; the page opens the next one at once.

So a page that has vanished is noticed, even behind a proxy.
"""

router = APIRouter(prefix="/api/links", tags=["links"])
LinkId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
_CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {
        "model": LinkProblem,
        "description": "The action does not fit the current state of the game.",
    }
}


async def lock_given(
    secret: Annotated[
        str | None, Header(alias=SEAT_HEADER, max_length=64, description="The secret of a seat.")
    ] = None,
) -> str:
    """The hash of the secret that a request carries; empty if it carries none."""
    return lock_of(secret) if secret else ""


LockOf = Annotated[str, Depends(lock_given)]


@router.post("", status_code=HTTPStatus.CREATED, responses=problems(409, 503))
async def begin(laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewLink) -> LinkBegun:
    """Create a game by link; the invitation is for the friend, the other secret for you."""
    links = laboratory.links
    game, own, invitation = await links.add(*_settings(wanted), wanted.name, visitor)
    return LinkBegun(game=links.state_of(game), secret=own, invitation=invitation)


@router.get("/{link}", responses=problems(404, 503))
async def look(laboratory: LaboratoryOf, link: LinkId, lock: LockOf) -> LinkView:
    """The current state of a game, and what the given secret allows."""
    game = await laboratory.links.get(link)
    return LinkView(
        game=laboratory.links.state_of(game),
        presence=laboratory.links.hub.presence(link),
        seat=game.seat_with(lock),
        is_invited=lock == game.invitation and not game.is_full,
        kept_days=IDLE_DAYS,
        unfinished_days=UNFINISHED_DAYS,
    )


@router.post("/{link}/settings", response_model=LinkState, responses=problems(404, 503) | _CONFLICT)
async def change_settings(
    laboratory: LaboratoryOf, link: LinkId, lock: LockOf, wanted: NewLink
) -> Response:
    """Change the rules, the clock and who begins, until the friend has joined."""

    def change(game: LinkGame) -> LinkGame:
        seat = _seat_in(game, lock)
        return game.with_settings(*_settings(wanted)).named(seat, wanted.name)

    return _answer(await laboratory.links.change(link, change))


@router.post("/{link}/seat", response_model=LinkState, responses=problems(404, 503) | _CONFLICT)
async def take(laboratory: LaboratoryOf, link: LinkId, wanted: TakenSeat) -> Response:
    """Take the free seat: the invitation is exchanged for a secret that only the taker knows."""
    invitation, lock = lock_of(wanted.invitation), lock_of(wanted.secret)
    return _answer(
        await laboratory.links.change(link, lambda game: game.taken(invitation, lock, wanted.name))
    )


@router.post("/{link}/actions", response_model=LinkState, responses=problems(404, 503) | _CONFLICT)
async def act(laboratory: LaboratoryOf, link: LinkId, lock: LockOf, wanted: LinkAction) -> Response:
    """Move, resign, make an offer, or answer one.

    The action is on disk before the response is sent; repeating the message changes nothing.
    """
    now = laboratory.links.now()

    def change(game: LinkGame) -> LinkGame:
        return game.act(_seat_in(game, lock), wanted, now)

    return _answer(await laboratory.links.change(link, change, now))


@router.post("/{link}/qr", response_class=Response, responses=documented("image/svg+xml", 404, 503))
async def show_code(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    link: LinkId,
    lock: LockOf,
    wanted: LinkText,
) -> Response:
    """A link to this game as a QR code, for its players."""
    _seat_in(await laboratory.links.get(link), lock)
    image = await laboratory.reading.ask(request, visitor, lambda _: qr_code(wanted.link))
    return Response(image, media_type="image/svg+xml")


@router.get(
    "/{link}/events",
    response_class=StreamingResponse,
    responses=documented("text/event-stream", 404, 409, 503),
)
async def follow(
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    link: LinkId,
    lock: LockOf,
    after: Annotated[
        int, Query(ge=-1, le=2**53, description="The last version that the client has.")
    ] = -1,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """The state after every change, and who is present, as server-sent events.

    The stream begins with the newest state, unless the client has it, and ends after about a
    minute; clients reconnect with the last version that they have.
    """
    game = await laboratory.links.get(link)
    known = int(last_event_id) if last_event_id and last_event_id.isdecimal() else after
    seat = game.seat_with(lock)
    laboratory.links.hub.check_room(link, seat)  # once the stream begins, it is too late
    stream = _events(laboratory, game, seat, known)
    headers = {"Cache-Control": "no-store"}
    return LimitedStream(stream, laboratory.link_streams, visitor, headers)


async def _events(
    laboratory: Laboratory, game: LinkGame, seat: int | None, known: int
) -> AsyncIterator[str]:
    links, loop = laboratory.links, asyncio.get_running_loop()
    until = loop.time() + uniform(*STREAM_SECONDS)  # noqa: S311  # only to spread the work
    try:
        with links.hub.listening(game.id, seat, min(known, game.version)) as listener:
            newest = await links.get(game.id)  # nothing is missed between looking and listening
            links.hub.publish(game.id, links.message_of(newest))
            while loop.time() < until and not laboratory.closing.is_set():
                yield await _next_events(listener)
    except Refusal:  # busy, or the game has expired: the client learns it on reconnecting
        return


async def _next_events(listener: Listener) -> str:
    state, presence = await listener.news(BEAT_SECONDS)
    told = []
    if presence is not None:
        told.append(f"event: presence\ndata: {presence.model_dump_json()}\n\n")
    if state is not None:
        told.append(f"id: {state.version}\nevent: game\ndata: {state.text}\n\n")
    return "".join(told) or ": nothing new\n\n"


def _settings(wanted: NewLink) -> tuple[Position, int, GameClock | None]:
    """The first position, the seat that begins, and the clock."""
    if wanted.increment and not wanted.minutes:
        raise InvalidSetting(Sentence("problem.increment_alone"))
    clock = GameClock.of(60 * wanted.minutes, wanted.increment) if wanted.minutes else None
    seats = {"me": 0, "friend": 1, "chance": secrets.randbelow(2)}
    return Position.start(wanted.rules), seats[wanted.begins], clock


def _seat_in(game: LinkGame, lock: str) -> int:
    """The seat of the secret with this hash.

    Raises:
        Refusal: when it is the secret of no seat.
    """
    seat = game.seat_with(lock)
    if seat is None:
        raise Refusal(HTTPStatus.FORBIDDEN, "not_your_seat", "this link gives no seat")
    return seat


def _answer(answer: tuple[Message, Refusal | None]) -> Response:
    """The response with the game's state, and the refusal beside it if that is a conflict.

    Any other refusal is raised.
    """
    message, refused = answer
    if refused is None:
        return Response(message.text, media_type="application/json")
    if refused.status_code != HTTPStatus.CONFLICT:
        raise refused
    content = refused.content() | {"game": json.loads(message.text)}
    return JSONResponse(content, refused.status_code)
