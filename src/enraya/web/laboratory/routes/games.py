"""Routes for games between people and agents: anyone may look, only owners may play."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from enraya.game.notation import BOOM, format_move, parse_move
from enraya.game.position import Position
from enraya.stopping import Stop
from enraya.web.laboratory.laboratory import KnownVisitorOf, Laboratory, LaboratoryOf, VisitorOf
from enraya.web.laboratory.routes.schemas import (
    GameState,
    GameSummary,
    HumanMove,
    NewGame,
    NewName,
    Thinking,
)
from enraya.web.laboratory.stores.games import HUMAN, KeptGame
from enraya.web.laboratory.thinking.agent_turns import AgentPlace, SessionKey, think
from enraya.web.laboratory.thinking.allowed_agents import is_quick, queue_for, step_for
from enraya.web.laboratory.thinking.compilation import MOVING
from enraya.web.server.application import in_store
from enraya.web.server.problems import Conflict, Refusal, problems
from enraya.web.server.visitor import Visitor

router = APIRouter(prefix="/api/games", tags=["games"])
GameId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
MOST_LISTED = 50
HINT_AGENT = "search"
HINT_SECONDS = 1.0


@router.post("", status_code=HTTPStatus.CREATED, responses=problems(409, 503))
async def begin(
    request: Request, laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: NewGame
) -> GameState:
    """Begin a game, from the empty board or any other position."""
    position = Position.parse(wanted.moves, wanted.rules)
    players = (wanted.first.strip(), wanted.second.strip())
    agents = [player for player in players if player != HUMAN]
    if agents:
        uploads = await laboratory.quick.ask(
            request, visitor, lambda _: _checked(laboratory, agents, position)
        )
        await laboratory.stored(laboratory.uploads.check_owned, uploads, visitor)
    game = await laboratory.stored(laboratory.games.add, position, players, wanted.seconds, visitor)
    return await laboratory.stored(_seen, laboratory, game, visitor)


def _checked(laboratory: Laboratory, agents: list[str], position: Position) -> set[str]:
    """The uploads among the agents, after a check that all can play from the position."""
    for agent in agents:
        laboratory.allowed.check_plays(agent, position.rules)
    return laboratory.allowed.uploads_in(agents)


@router.get("", responses=problems())
@in_store
def mine(laboratory: LaboratoryOf, visitor: VisitorOf) -> list[GameSummary]:
    """The latest games of this browser, the most recently changed first."""
    found = laboratory.games.all_of(visitor, MOST_LISTED)
    names = laboratory.uploads.names_of({player for game in found for player in game.players})
    return [GameSummary.of(game, names) for game in found]


@router.get("/{game_id}", responses=problems(404))
@in_store
def look(laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId) -> GameState:
    """The current state of a game."""
    return _seen(laboratory, laboratory.games.get(game_id), visitor)


@router.patch("/{game_id}", responses=problems(404))
@in_store
def rename(
    laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId, wanted: NewName
) -> GameState:
    """Name one of your games."""
    return _seen(laboratory, laboratory.games.rename(game_id, wanted.name, visitor), visitor)


@router.delete("/{game_id}", status_code=HTTPStatus.NO_CONTENT, responses=problems(404))
async def remove(laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId) -> Response:
    """Delete one of your games and end its agents."""
    await laboratory.stored(laboratory.games.remove, game_id, visitor)
    await laboratory.end_agents([game_id])
    return Response(status_code=HTTPStatus.NO_CONTENT)


@router.post("/{game_id}/moves", responses=problems(404, 409))
@in_store
def move(
    laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId, wanted: HumanMove
) -> GameState:
    """Play a move for the human whose turn it is."""
    game = laboratory.games.get(game_id, visitor)
    if wanted.plies is not None and wanted.plies != game.position.plies:
        raise Conflict("game_changed", "the game has changed in the meantime")
    if not game.position.is_over and game.mover_agent != HUMAN:
        raise Conflict("not_your_turn", f"it is the turn of {game.mover_agent!r}")
    text = BOOM if wanted.move == "b" and game.position.rules.has_bombs else wanted.move
    chosen = parse_move(text, game.position.rules.columns)
    return _saved(laboratory, game.play(chosen), visitor)


@router.post("/{game_id}/undo", responses=problems(404, 409))
@in_store
def undo(laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId) -> GameState:
    """Take moves back to the last turn of a human."""
    return _saved(laboratory, laboratory.games.get(game_id, visitor).undo(), visitor)


@router.post("/{game_id}/redo", responses=problems(404, 409))
@in_store
def redo(laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId) -> GameState:
    """Replay moves that were taken back, up to the next turn of a human."""
    return _saved(laboratory, laboratory.games.get(game_id, visitor).redo(), visitor)


class SearchHint(BaseModel):
    """A move that a search would make."""

    move: str
    depth: int = Field(description="How many moves the search looked ahead.")


@router.get("/{game_id}/hint", responses=problems(404, 409, 503))
async def hint(
    request: Request, laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId
) -> SearchHint:
    """What a search of one second would play, for when the solver cannot give a hint."""
    game = await laboratory.stored(laboratory.games.get, game_id)
    if game.position.is_over:
        raise Conflict("game_over", "the game is over")

    def work(stop: Stop) -> SearchHint:
        choice = think(laboratory.allowed, HINT_AGENT, game.seed, game.position, HINT_SECONDS, stop)
        return SearchHint(move=format_move(choice.move), depth=choice.depth or 1)

    laboratory.compilation.check(MOVING)
    return await laboratory.slow.ask(request, visitor, work)


@router.post("/{game_id}/reply", responses=problems(404, 409, 503))
async def reply(
    request: Request, laboratory: LaboratoryOf, visitor: VisitorOf, game_id: GameId
) -> GameState:
    """Let the agent whose turn it is think and move.

    Closing the connection stops the agent; the game does not change.
    """
    game = await laboratory.stored(laboratory.games.get, game_id, visitor)
    if game.position.is_over:
        raise Conflict("game_over", "the game is over")
    if game.mover_agent == HUMAN:
        raise Conflict("not_your_turn", "it is the turn of a human")
    after = await _think(request, laboratory, visitor, game)
    try:
        return await laboratory.stored(_saved, laboratory, after, visitor)
    except Refusal:  # the game was deleted or changed
        await laboratory.end_agents([game_id])
        raise


async def _think(
    request: Request, laboratory: Laboratory, visitor: Visitor, game: KeptGame
) -> KeptGame:
    """The game after the move of the agent whose turn it is."""
    agent = game.mover_agent
    spec = laboratory.allowed.check(agent)
    laboratory.compilation.check(step_for(spec))
    sessions = laboratory.quick_agents if is_quick(spec) else laboratory.waiting_agents

    def choose(stop: Stop) -> KeptGame:
        position, seconds = game.position, game.seconds
        session = AgentPlace(sessions, SessionKey(game.id, position.mover, agent))
        choice = think(laboratory.allowed, agent, game.seed, position, seconds, stop, session)
        return game.play(choice.move, Thinking.of(choice).model_dump())

    return await laboratory.queues[queue_for(spec)].ask(request, visitor, choose)


def _saved(laboratory: Laboratory, game: KeptGame, visitor: Visitor) -> GameState:
    return _seen(laboratory, laboratory.games.save(game), visitor)


def _seen(laboratory: Laboratory, game: KeptGame, visitor: Visitor) -> GameState:
    """A game as a visitor sees it, with the names of uploads; for the thread of the database."""
    return GameState.of(game, visitor, laboratory.uploads.names_of(game.players))
