"""What goes over the wire about games and thinking."""

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
    Field(ge=MIN_SECONDS, le=MAX_SECONDS, description="Seconds that one answer may take."),
]


def _finite(number: Any) -> float | None:
    return None if number is None or not isfinite(number) else float(number)


Finite = Annotated[float | None, BeforeValidator(_finite)]
"""A number; None for one that JSON cannot hold."""


class ColumnThought(BaseModel):
    """What an agent thinks of one move."""

    move: str
    score: Finite = Field(description="On the agent's own scale; larger is better.")
    visits: int | None = Field(description="How often a tree search tried the move.")
    uct: Finite = Field(
        default=None, description="What a tree search adds up: the value and the bonus for rarity."
    )
    proven: Literal["win", "draw", "loss"] | None


class Thinking(BaseModel):
    """What an agent said about a move it made."""

    move: str
    score: Finite
    nodes: int | None
    leaves: int | None = Field(description="Positions that were valued or played out.")
    iterations: int | None = Field(default=None, description="Of a Monte Carlo tree search.")
    depth: int | None
    seconds: Finite
    stopped: bool = Field(
        default=False, description="Whether time ran out before a search of fixed depth was done."
    )
    line: str
    columns: list[ColumnThought]

    @staticmethod
    def of(choice: Choice) -> "Thinking":
        """The statistics of a choice; numbers that JSON cannot hold are left out."""
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
    """A number that an agent tells about each of its moves."""

    last: float | None = Field(description="Of its last move; null when it did not say.")
    mean: float = Field(description="Of all its moves for which it said it.")

    @staticmethod
    def of(values: list[float | None]) -> "Figure | None":
        """The figure for what was told move by move; None when nothing was."""
        told = [value for value in values if value is not None]
        return Figure(last=values[-1], mean=fmean(told)) if told else None


class PlayerStatistics(BaseModel):
    """What an agent's moves of one game cost so far."""

    player: int
    moves: int = Field(description="How many it has made.")
    seconds: Figure | None
    nodes: Figure | None
    leaves: Figure | None

    @staticmethod
    def all_of(game: KeptGame) -> "list[PlayerStatistics]":
        """The statistics of each player of a game that has said something about its moves."""
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
    """A game as it stands."""

    id: str
    version: int = Field(description="Rises with every change.")
    position: PositionState
    opening: str = Field(description="The moves the game started from.")
    undone: str = Field(description="The moves that can be played again, the next one first.")
    players: list[str] = Field(min_length=2, max_length=2)
    names: list[str] = Field(description="The players, an upload by the name its owner gave it.")
    seconds: float
    can_undo: bool
    thinking: Thinking | None = Field(description="What the last move's agent said about it.")
    statistics: list[PlayerStatistics] = Field(description="Of each agent that has moved.")
    name: str = Field(description="What its owner calls it.")
    mine: bool = Field(description="Whether this browser may change it.")

    @staticmethod
    def of(game: KeptGame, visitor: Visitor, names: Mapping[str, str]) -> "GameState":
        """The state of a game, as a visitor sees it, with the names of uploads."""
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
    name: str = Field(description="What its owner calls it.")
    players: list[str] = Field(min_length=2, max_length=2)
    names: list[str] = Field(description="The players, an upload by the name its owner gave it.")
    rules: str
    moves: str
    opening_plies: int = Field(description="How many of the moves no player chose.")
    has_bombs: bool
    over: bool
    winner: int | None = Field(description="1, 2, 0 for a draw; null until the game is over.")
    updated: float = Field(description="When it was last changed, in seconds since 1970.")

    @staticmethod
    def of(game: KeptGame, names: Mapping[str, str]) -> "GameSummary":
        """A game in a few words, with the names of uploads."""
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
    """What an owner calls something."""

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
        description="The number of moves the client knows of; guards against playing twice.",
    )
