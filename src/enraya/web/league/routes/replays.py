"""Games of a league move by move, and as the perfect player sees them."""

import asyncio

from fastapi import APIRouter, Response

from enraya.game.position import Position
from enraya.web.league.access import Asker, AskerOf, Number, ServerOf
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import game as rated_game
from enraya.web.league.schemas import RatedGame
from enraya.web.server.problems import documented, problems
from enraya.web.server.qr import LinkText, qr_code
from enraya.web.server.schemas import PositionState
from enraya.web.server.solving.analysis_schemas import GameReview

router = APIRouter(prefix="/api/league", tags=["league"])


@router.get("/games/{number}/positions", responses=problems(404, 503))
async def positions(server: ServerOf, asker: AskerOf, number: Number) -> list[PositionState]:
    """A rated game position by position, its opening included."""
    game, rules = await _found(server, asker, number)
    place = Position.start(rules)
    found = [PositionState.of(place)]
    for move in game.moves:
        place = place.play(move)
        found.append(PositionState.of(place))
    return found


@router.get("/games/{number}/review", responses=problems(404, 503))
async def review(server: ServerOf, asker: AskerOf, number: Number) -> GameReview:
    """Every move of a rated game, labelled: best, slower, sooner, mistake or blunder."""
    game, rules = await _found(server, asker, number)
    return await server.reviews.of(Position.parse(game.moves, rules), len(game.opening))


async def _found(server: LeagueServer, asker: Asker, number: int) -> tuple[RatedGame, str]:
    """A game and its rules."""
    settings = await server.stored(server.recent, "settings", lambda: server.store.settings)
    return await rated_game(server, asker, number), settings.rules


@router.post("/qr", response_class=Response, responses=documented("image/svg+xml", 503))
async def show_code(wanted: LinkText) -> Response:
    """A link as a QR code."""
    image = await asyncio.to_thread(qr_code, wanted.link)
    return Response(image, media_type="image/svg+xml")
