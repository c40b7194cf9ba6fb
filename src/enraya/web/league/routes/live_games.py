"""Games that are being played, move by move, for everybody who watches."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import suppress
from time import monotonic
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.work.watched_games import WatchedGame, watched_games
from enraya.web.league.access import Asker, AskerOf, HallOf
from enraya.web.league.league_server import Hall
from enraya.web.league.routes.public import BEAT_SECONDS, STREAM_SECONDS, called, shown_names
from enraya.web.server.limits import LimitedStream
from enraya.web.server.problems import Refusal, documented
from enraya.web.server.schemas import PositionState

router = APIRouter(prefix="/api/league", tags=["league"])
LOOK_SECONDS = 0.5
"""How often somebody looks; a game that is over by then is too quick to be watched."""


class GameInProgress(BaseModel):
    """A game as it stood a moment ago."""

    key: str = Field(description="The same while it goes on.")
    event: str = Field(description="The name of its event; empty for the ladder.")
    first: str
    second: str
    position: PositionState


@router.get(
    "/playing",
    response_class=StreamingResponse,
    responses=documented("text/event-stream", 503),
)
async def playing(hall: HallOf, asker: AskerOf) -> LimitedStream:
    """Games of the ladder and of events while they are played, move by move.

    Each message is an object with all of them in `games`; names are those that everybody sees.
    """
    return LimitedStream(_follow(hall), hall.streams, asker.visitor)


async def _follow(hall: Hall) -> AsyncIterator[str]:
    until, known = monotonic() + STREAM_SECONDS, ""
    hall.watch.watchers += 1
    try:
        while monotonic() < until and not hall.closing.is_set():
            text = await hall.watch.pulse.wait(known, BEAT_SECONDS)
            yield f"data: {text}\n\n" if text != known else ": still here\n\n"
            known = text
    finally:
        hall.watch.watchers -= 1


async def keep_looking(hall: Hall) -> None:
    """Looks again and again, as long as somebody watches."""
    while True:
        with suppress(EnrayaError, Refusal):  # a full disk, or too much to do: requests will say so
            found = await hall.stored(look, hall) if hall.watch.watchers else []
            hall.watch.pulse.beat({"games": found})
        await asyncio.sleep(LOOK_SECONDS)


def look(hall: Hall) -> list[dict[str, Any]]:
    """The games that were there at the last look too, as everybody sees them."""
    found = {_identity(one): one for one in watched_games(hall.store)}
    slow = [one for identity, one in found.items() if identity in hall.watch.seen]
    hall.watch.seen = set(found)
    return [_state(hall, one).model_dump() for one in slow] if slow else []


def _identity(watched: WatchedGame) -> Hashable:
    tournament, (first, second, _, opening) = watched
    return tournament, first, second, opening


def _state(hall: Hall, watched: WatchedGame) -> GameInProgress:
    tournament, game = watched
    store, names = hall.store, shown_names(hall, Asker(""))
    players, event, places = store.players.all(), "", (game.first, game.second)
    if tournament != LADDER:
        (held,) = [one for one in events(store) if one.tournament == tournament]
        event = held.name
        places = held.plan.entrants[game.first], held.plan.entrants[game.second]
    first, second = (called(players[place], names) for place in places)
    rules = hall.recent("settings", lambda: store.settings).rules
    return GameInProgress(
        key="-".join(map(str, (tournament, *places, game.opening))), event=event,
        first=first, second=second, position=PositionState.of(Position.parse(game.moves, rules)),
    )  # fmt: skip
