"""API schemas of games and of what agents think."""

from collections.abc import Mapping
from math import isfinite
from statistics import fmean
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints

from enraya.agents import Choice
from enraya.game.notation import format_move
from enraya.kernels.core.board import mover
from enraya.web.laboratory.stores.games import KeptGame
from enraya.web.server.schemas import PLAYERS, MovesText, PositionState, RulesText
from enraya.web.server.settings import MAX_AGENT_TEXT, MAX_MOVES, MAX_NAME, MAX_SECONDS, MIN_SECONDS
from enraya.web.server.visitor import Visitor

AgentText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_AGENT_TEXT),
    Field(description="`human`, or an agent such as `level(5)`.", examples=["level(5)"]),
]
Seconds = Annotated[
    float,
    Field(
        ge=MIN_SECONDS,
        le=MAX_SECONDS,
        description="Seconds that the agent or the solver may think.",
    ),
]


def _finite(number: Any) -> float | None:
    return None if number is None or not isfinite(number) else float(number)


Finite = Annotated[float | None, BeforeValidator(_finite)]
"""A number; None for infinities and NaN, which JSON cannot hold."""


class ColumnThought(BaseModel):
    """What an agent thinks of one move."""

    move: str
    score: Finite = Field(
        description="The agent's score of the move, on its own scale; larger is better."
    )
    visits: int | None = Field(description="How often a tree search tried the move.")
    uct: Finite = Field(
        default=None,
        description="What a tree search maximises: the value, plus a bonus for rarely tried moves.",
    )
    proven: Literal["win", "draw", "loss"] | None


class Thinking(BaseModel):
    """What an agent reported about its move."""

    move: str
    score: Finite
    nodes: int | None
    leaves: int | None = Field(description="Positions that were evaluated or played out.")
    iterations: int | None = Field(
        default=None, description="Number of iterations of a Monte Carlo tree search."
    )
    depth: int | None
    seconds: Finite
    stopped: bool = Field(
        default=False, description="Whether time ran out before a search of fixed depth was done."
    )
    line: str
    columns: list[ColumnThought]

    @staticmethod
    def of(choice: Choice) -> "Thinking":
        """What a choice reports; numbers that JSON cannot hold become null."""
        columns = [
            {"score": column.get("value"), "visits": None, "proven": None}
            | {**column, "move": format_move(column["move"])}
            for column in choice.columns
        ]
        told = {
            "move": format_move(choice.move),
            "iterations": choice.details.get("iterations"),
            "columns": columns,
        }
        return Thinking(**choice._asdict() | told)


class Figure(BaseModel):
    """A number that an agent reports for each of its moves, such as nodes."""

    last: float | None = Field(
        description="The number for its last move; null if it was not reported."
    )
    mean: float = Field(description="The mean over all its moves that reported it.")

    @staticmethod
    def of(values: list[float | None]) -> "Figure | None":
        """The figure of the values reported, one for each move; None if none was reported."""
        told = [value for value in values if value is not None]
        return Figure(last=values[-1], mean=fmean(told)) if told else None


class PlayerStatistics(BaseModel):
    """What an agent's moves have cost in a game so far."""

    player: int
    moves: int = Field(description="How many moves it has made.")
    seconds: Figure | None
    nodes: Figure | None
    leaves: Figure | None

    @staticmethod
    def all_of(game: KeptGame) -> "list[PlayerStatistics]":
        """The statistics of each player who has reported something about their moves."""
        rules = game.position.rules.numbers
        plies = [ply for ply in sorted(game.notes) if ply <= game.position.plies]
        found = []
        for player in PLAYERS:
            notes = [game.notes[ply] for ply in plies if mover(rules, ply - 1) + 1 == player]
            if notes:
                figures = {
                    name: Figure.of([note[name] for note in notes])
                    for name in ("seconds", "nodes", "leaves")
                }
                found.append(PlayerStatistics(player=player, moves=len(notes), **figures))
        return found


class GameState(BaseModel):
    """The state of a game."""

    id: str
    version: int = Field(description="Rises with every change.")
    position: PositionState
    opening: str = Field(description="The moves from which the game started.")
    undone: str = Field(description="The moves that can be played again, the next one first.")
    players: list[str] = Field(min_length=2, max_length=2)
    names: list[str] = Field(
        description="The names of the players; an upload has the name its owner gave it."
    )
    seconds: float
    can_undo: bool
    thinking: Thinking | None = Field(
        description="What the agent that moved last reported about its move."
    )
    statistics: list[PlayerStatistics] = Field(
        description="One entry for each agent that has moved."
    )
    name: str = Field(description="The name that its owner gave it.")
    mine: bool = Field(description="Whether this browser may change it.")

    @staticmethod
    def of(game: KeptGame, visitor: Visitor, names: Mapping[str, str]) -> "GameState":
        """A game as a visitor sees it; ``names`` are those of uploads."""
        note = game.notes.get(game.position.plies)
        return GameState(
            id=game.id,
            version=game.version,
            position=PositionState.of(game.position),
            opening=game.opening,
            undone=game.undone,
            players=list(game.players),
            names=[names.get(player, player) for player in game.players],
            seconds=game.seconds,
            can_undo=game.can_undo,
            thinking=Thinking(**note) if note else None,
            statistics=PlayerStatistics.all_of(game),
            name=game.name,
            mine=visitor.may_change(game.owner),
        )


class GameSummary(BaseModel):
    """A game in a list."""

    id: str
    name: str = Field(description="The name that its owner gave it.")
    players: list[str] = Field(min_length=2, max_length=2)
    names: list[str] = Field(
        description="The names of the players; an upload has the name its owner gave it."
    )
    rules: str
    moves: str
    opening_plies: int = Field(description="How many moves at the start were given.")
    has_bombs: bool
    over: bool
    winner: int | None = Field(description="1 or 2; 0 for a draw; null until the game is over.")
    updated: float = Field(description="When it was last changed, in seconds since 1970.")

    @staticmethod
    def of(game: KeptGame, names: Mapping[str, str]) -> "GameSummary":
        """The summary of a game; ``names`` are those of uploads."""
        position = game.position
        outcome = position.outcome
        return GameSummary(
            id=game.id,
            name=game.name,
            players=list(game.players),
            names=[names.get(player, player) for player in game.players],
            rules=position.rules.spec,
            moves=position.moves,
            opening_plies=len(game.opening),
            has_bombs=position.rules.has_bombs,
            over=position.is_over,
            winner=outcome.winner if outcome else None,
            updated=game.updated,
        )


class NewName(BaseModel):
    """A new name for something."""

    name: Annotated[str, StringConstraints(max_length=MAX_NAME, strip_whitespace=True)]


class NewGame(BaseModel):
    """A game to begin."""

    rules: RulesText = "classic"
    moves: MovesText = ""
    first: AgentText = "human"
    second: AgentText = "level(4)"
    seconds: Seconds = 1.0


class HumanMove(BaseModel):
    """A move of a human."""

    move: Annotated[str, StringConstraints(min_length=1, max_length=1)] = Field(
        description="A column, or `B`.", examples=["4"]
    )
    plies: int | None = Field(
        default=None,
        ge=0,
        le=MAX_MOVES,
        description="The number of moves that the client knows of; prevents playing twice.",
    )
