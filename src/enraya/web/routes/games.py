"""Games between people and agents."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request

from enraya.game.notation import BOOM, parse_move
from enraya.game.position import Position
from enraya.stopping import Stop
from enraya.web.games import HUMAN, Game
from enraya.web.laboratory import ClientOf, Laboratory, LaboratoryOf
from enraya.web.problems import Code, Refusal, problems
from enraya.web.schemas import GameState, HumanMove, NewGame, Thinking
from enraya.web.thinking.agent_sessions import SessionKey
from enraya.web.thinking.agent_turn import Session, think
from enraya.web.thinking.roster import UPLOAD, is_quick

router = APIRouter(prefix="/api/games", tags=["games"])
GameId = Annotated[str, Path(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]


@router.post("", status_code=HTTPStatus.CREATED, responses=problems())
async def begin(laboratory: LaboratoryOf, wanted: NewGame) -> GameState:
    """Begin a game, from the empty board or any other position."""
    position = Position.parse(wanted.moves, wanted.rules)
    for player in (wanted.first, wanted.second):
        if player != HUMAN:
            laboratory.roster.check_plays(player, position.rules)
    players = (wanted.first.strip(), wanted.second.strip())
    return GameState.of(laboratory.games.add(position, players, wanted.seconds))


@router.get("/{game_id}", responses=problems(404))
async def look(laboratory: LaboratoryOf, game_id: GameId) -> GameState:
    """The game as it stands."""
    return GameState.of(laboratory.games.get(game_id))


@router.post("/{game_id}/moves", responses=problems(404, 409))
async def move(laboratory: LaboratoryOf, game_id: GameId, wanted: HumanMove) -> GameState:
    """Play a move for the human whose turn it is."""
    game = laboratory.games.get(game_id)
    if wanted.plies is not None and wanted.plies != game.position.plies:
        raise _conflict("game_changed", "the game has changed in the meantime")
    if not game.position.is_over and game.mover_agent != HUMAN:
        raise _conflict("not_your_turn", f"it is the turn of {game.mover_agent!r}")
    text = BOOM if wanted.move == "b" and game.position.rules.has_bombs else wanted.move
    chosen = parse_move(text, game.position.rules.columns)
    return GameState.of(laboratory.games.save(game.play(chosen)))


@router.post("/{game_id}/undo", responses=problems(404, 409))
async def undo(laboratory: LaboratoryOf, game_id: GameId) -> GameState:
    """Take moves back to the last turn of a human."""
    return GameState.of(laboratory.games.save(laboratory.games.get(game_id).undo()))


@router.post("/{game_id}/redo", responses=problems(404, 409))
async def redo(laboratory: LaboratoryOf, game_id: GameId) -> GameState:
    """Play again what was taken back."""
    return GameState.of(laboratory.games.save(laboratory.games.get(game_id).redo()))


@router.post("/{game_id}/reply", responses=problems(404, 409, 503))
async def reply(
    request: Request, laboratory: LaboratoryOf, client: ClientOf, game_id: GameId
) -> GameState:
    """Let the agent whose turn it is think and move.

    Closing the connection stops the thinking; the game stays as it was.
    """
    game = laboratory.games.get(game_id)
    if game.position.is_over:
        raise _conflict("game_over", "the game is over")
    if game.mover_agent == HUMAN:
        raise _conflict("not_your_turn", "it is the turn of a human")
    return GameState.of(await _think(request, laboratory, client, game))


async def _think(request: Request, laboratory: Laboratory, client: str, game: Game) -> Game:
    """The game after the move of the agent whose turn it is."""
    agent = game.mover_agent
    queue, sessions = laboratory.slow, laboratory.sessions
    spec = laboratory.roster.check(agent)
    if is_quick(spec):
        queue, sessions = laboratory.quick, laboratory.quick_sessions
    elif spec.name == UPLOAD:
        queue = laboratory.visiting

    def choose(stop: Stop) -> Game:
        position, seconds = game.position, game.seconds
        session = Session(sessions, SessionKey(game.id, position.mover, agent))
        choice = think(laboratory.roster, agent, game.seed, position, seconds, stop, session)
        return game.play(choice.move, Thinking.of(choice).model_dump())

    return laboratory.games.save(await queue.ask(request, client, choose))


def _conflict(code: Code, sentence: str) -> Refusal:
    return Refusal(HTTPStatus.CONFLICT, code, sentence)
