"""Routes for the games of a league: rated games, their reviews, and games in progress."""

import asyncio
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from enraya.game.position import Position
from enraya.league.model.ladder import LadderPlayer
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.work.watched_games import WatchedGame, watched_games
from enraya.web.league.access import Asker, AskerOf, Number, ServerOf
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import queue_rows, shown_names
from enraya.web.league.schemas import RatedGame
from enraya.web.server.application import in_store
from enraya.web.server.limits import LimitedStream
from enraya.web.server.problems import Refusal, documented, problems
from enraya.web.server.schemas import GameInProgress, LinkText, PositionState, qr_code
from enraya.web.server.solving.analysis_schemas import GameReview

router = APIRouter(prefix="/api/league", tags=["league"], responses=problems(503))
_EVENTS = documented("text/event-stream", 503)
LOOK_SECONDS = 0.5
"""How often to look for games in progress; games shorter than this are too quick to watch."""
MOST_GAMES = 40
SHOWN_GAMES, SHOWN_WAITING = 5, 20
"""How many of the latest games and of the versions in the queue a stream reports."""
_PLACES = "SELECT place FROM players WHERE team = ?"
_OWN = f"AND (first IN ({_PLACES}) OR second IN ({_PLACES}))"


@router.get("/games")
@in_store
def games(
    server: ServerOf,
    asker: AskerOf,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    mine: Annotated[bool, Query(description="Only the games of the asking team.")] = False,
) -> list[RatedGame]:
    """The latest rated games, the newest first."""
    team = asker.team or 0
    whose, teams = (_OWN, (team, team)) if mine else ("", ())
    which = f"AND id < ? {whose} ORDER BY id DESC LIMIT ?"
    return rated_games(server, asker, which, before, *teams, MOST_GAMES)


@router.get("/games/{number}", responses=problems(404))
@in_store
def game(server: ServerOf, asker: AskerOf, number: Number) -> RatedGame:
    """A rated game, by its number."""
    return _game(server, asker, number)


def _game(server: LeagueServer, asker: Asker, number: int) -> RatedGame:
    found = rated_games(server, asker, "AND id = ?", number)
    if not found:
        raise Refusal(HTTPStatus.NOT_FOUND, "no_game", f"there is no game {number}")
    return found[0]


def rated_games(server: LeagueServer, asker: Asker, which: str, *values: int) -> list[RatedGame]:
    """The rated games that an SQL condition selects, with the names that the asker may see.

    For the store's thread.
    """
    query = (
        "SELECT id, first, second, winner, termination, opening, moves FROM games "  # noqa: S608  # no input
        f"WHERE tournament = ? {which}"
    )
    store, names = server.store, shown_names(server, asker)
    players = server.recent("players", store.players.all)
    ladder = server.recent("ladder", lambda: store.ladder)
    return [
        RatedGame(
            id=number, first=called(players[first], names), second=called(players[second], names),
            winner=winner, termination=end, opening=ladder.opening(opening), moves=moves,
        )
        for number, first, second, winner, end, opening, moves in store.database.query(
            query, LADDER, *values
        )
        if max(first, second) < len(players)  # the cached list may lack the newest players
    ]  # fmt: skip


def called(player: LadderPlayer, names: dict[int | None, str]) -> str:
    """The name of a player, given the names of the teams."""
    return player.name if player.team is None else names.get(player.team, "")


@router.get("/games/{number}/positions", responses=problems(404))
@in_store
def positions(server: ServerOf, asker: AskerOf, number: Number) -> list[PositionState]:
    """The positions of a rated game, from the empty board on, its opening included."""
    place = Position.start(server.league_settings.rules)
    found = [PositionState.of(place)]
    for move in _game(server, asker, number).moves:
        place = place.play(move)
        found.append(PositionState.of(place))
    return found


@router.get("/games/{number}/review", responses=problems(404))
async def review(server: ServerOf, asker: AskerOf, number: Number) -> GameReview:
    """The moves of a rated game, each labelled best, slower, sooner, mistake or blunder."""
    return await server.reviews.of(*await _reviewable(server, asker, number))


@in_store
def _reviewable(server: LeagueServer, asker: Asker, number: int) -> tuple[Position, int]:
    """The last position of a rated game, and how many of its moves belong to the opening."""
    found = _game(server, asker, number)
    return Position.parse(found.moves, server.league_settings.rules), len(found.opening)


@router.post("/qr", response_class=Response, responses=documented("image/svg+xml", 503))
async def show_code(wanted: LinkText) -> Response:
    """The QR code of a link, as an SVG image."""
    image = await asyncio.to_thread(qr_code, wanted.link)
    return Response(image, media_type="image/svg+xml")


class FollowedGame(GameInProgress):
    """A game of the league in progress, as it stood a moment ago."""

    key: str = Field(description="Identifies the game as long as it is played.")
    event: str = Field(description="The name of the event; empty for a game of the ladder.")


@router.get("/playing", response_class=StreamingResponse, responses=_EVENTS)
async def playing(server: ServerOf, asker: AskerOf) -> LimitedStream:
    """A stream of the games of the ladder and of events while they are played, move by move.

    Each message is an object whose `games` lists all of them, with the names that anyone may see.
    """
    return LimitedStream(server.playing.events(server.closing), server.streams, asker.visitor)


def playing_state(server: LeagueServer) -> dict[str, Any]:
    """The message for those who follow games in progress; without followers it lists no games."""
    return {"games": look(server) if server.playing.followers else []}


def look(server: LeagueServer) -> list[dict[str, Any]]:
    """The games in progress that the last look found too, with the names that anyone may see."""
    found = [_state(server, one) for one in watched_games(server.store)]
    slow = [one.model_dump() for one in found if one.key in server.seen]
    server.seen = {one.key for one in found}
    return slow


def _state(server: LeagueServer, watched: WatchedGame) -> FollowedGame:
    tournament, game = watched
    store, names = server.store, shown_names(server, Asker(""))
    players, event, places = store.players.all(), "", (game.first, game.second)
    if tournament != LADDER:
        (held,) = [one for one in events(store) if one.tournament == tournament]
        event = held.name
        places = held.plan.entrants[game.first], held.plan.entrants[game.second]
    first, second = (called(players[place], names) for place in places)
    rules = server.league_settings.rules
    return FollowedGame(
        key="-".join(map(str, (tournament, *places, game.opening))), event=event,
        first=first, second=second, position=PositionState.of(Position.parse(game.moves, rules)),
    )  # fmt: skip


@router.get("/live", response_class=StreamingResponse, responses=_EVENTS)
async def live(server: ServerOf, asker: AskerOf) -> LimitedStream:
    """A stream that reports what happens in the league, as it happens.

    Each message is an object: the counts of teams, games and waiting versions, the states of events
    by number, the beginning of the queue (`waiting`) and the latest games (`played`), as anyone may
    see them.
    """
    return LimitedStream(server.changes.events(server.closing), server.streams, asker.visitor)


def live_state(server: LeagueServer) -> dict[str, Any]:
    """The message for those who follow the league, the same for all of them."""
    anyone = Asker("")
    waiting = queue_rows(server.store.versions.queue()[:SHOWN_WAITING], anyone)
    played = rated_games(server, anyone, "ORDER BY id DESC LIMIT ?", SHOWN_GAMES)
    return server.look() | {
        "waiting": [row.model_dump() for row in waiting],
        "played": [game.model_dump() for game in played],
    }
