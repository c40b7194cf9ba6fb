"""Games that are being played, move by move, for everybody who watches."""

import asyncio
from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import Field

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.work.watched_games import WatchedGame, watched_games
from enraya.web.league.access import Asker, AskerOf, ServerOf
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import called, shown_names
from enraya.web.server.limits import LimitedStream
from enraya.web.server.problems import Refusal, documented
from enraya.web.server.schemas import GameInProgress, PositionState

router = APIRouter(prefix="/api/league", tags=["league"])
LOOK_SECONDS = 0.5
"""How often somebody looks; a game that is over by then is too quick to be watched."""


class FollowedGame(GameInProgress):
    """A game of the league as it stood a moment ago."""

    key: str = Field(description="The same while it is played.")
    event: str = Field(description="The name of its event; empty for the ladder.")


@router.get(
    "/playing",
    response_class=StreamingResponse,
    responses=documented("text/event-stream", 503),
)
async def playing(server: ServerOf, asker: AskerOf) -> LimitedStream:
    """Games of the ladder and of events while they are played, move by move.

    Each message is an object with all of them in `games`; names are those that everybody sees.
    """
    return LimitedStream(server.playing.events(server.closing), server.streams, asker.visitor)


async def keep_looking(server: LeagueServer) -> None:
    """Looks again and again, as long as somebody watches."""
    while True:
        with suppress(EnrayaError, Refusal):  # a full disk, or too much to do: requests will say so
            found = await server.stored(look, server) if server.playing.followers else []
            server.playing.send({"games": found})
        await asyncio.sleep(LOOK_SECONDS)


def look(server: LeagueServer) -> list[dict[str, Any]]:
    """The games that were there at the last look too, as everybody sees them."""
    found = {_identity(one): one for one in watched_games(server.store)}
    slow = [one for identity, one in found.items() if identity in server.seen]
    server.seen.clear()
    server.seen.update(found)
    return [_state(server, one).model_dump() for one in slow] if slow else []


def _identity(watched: WatchedGame) -> Hashable:
    tournament, (first, second, _, opening) = watched
    return tournament, first, second, opening


def _state(server: LeagueServer, watched: WatchedGame) -> FollowedGame:
    tournament, game = watched
    store, names = server.store, shown_names(server, Asker(""))
    players, event, places = store.players.all(), "", (game.first, game.second)
    if tournament != LADDER:
        (held,) = [one for one in events(store) if one.tournament == tournament]
        event = held.name
        places = held.plan.entrants[game.first], held.plan.entrants[game.second]
    first, second = (called(players[place], names) for place in places)
    rules = server.recent("settings", lambda: store.settings).rules
    return FollowedGame(
        key="-".join(map(str, (tournament, *places, game.opening))), event=event,
        first=first, second=second, position=PositionState.of(Position.parse(game.moves, rules)),
    )  # fmt: skip
