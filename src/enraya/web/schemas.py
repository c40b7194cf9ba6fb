"""What goes over the wire about positions, games and thinking."""

from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from enraya.agents import Choice
from enraya.game.notation import format_move
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.web.games import Game
from enraya.web.settings import MAX_AGENT_TEXT, MAX_MOVES, MAX_SECONDS, MIN_SECONDS

RulesText = Annotated[
    str,
    StringConstraints(max_length=100),
    Field(description="A rule set, such as `classic(columns=8, rows=8)` or `boom`."),
]
MovesText = Annotated[
    str,
    StringConstraints(max_length=MAX_MOVES),
    Field(
        description="The moves from the empty board, one character each: columns `1`-`9`, "
        "`a`-`g`, and `B` for the explosion.",
        examples=["4453"],
    ),
]
AgentText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_AGENT_TEXT),
    Field(description="`human`, or an agent such as `level(5)`.", examples=["level(5)"]),
]
Seconds = Annotated[
    float,
    Field(ge=MIN_SECONDS, le=MAX_SECONDS, description="Seconds that one answer may take."),
]


class CellPlace(BaseModel):
    """A cell, both numbers counted from 1, row 1 at the bottom."""

    column: int
    row: int

    @staticmethod
    def of(cell: Cell) -> "CellPlace":
        """The place of a cell."""
        return CellPlace(column=cell.column, row=cell.row)


class PositionState(BaseModel):
    """Everything that a board in a browser needs to know; it knows no rules itself."""

    rules: str
    columns: int
    rows: int
    moves: str
    rows_from_bottom: list[str] = Field(
        description="`.` empty, `1` and `2` stones, `4` and `5` the bombs of players 1 and 2."
    )
    to_move: int
    round: int
    has_bombs: bool = Field(description="Whether the rule set has bombs.")
    can_explode: bool
    next_is_bomb: bool = Field(description="Whether the next stone of the mover is a bomb.")
    legal_moves: list[str]
    over: bool
    winner: int | None = Field(description="1, 2, 0 for a draw; null until the game is over.")
    ending: Literal["line", "full", "blocked"] | None
    winning_cells: list[CellPlace]
    last_cell: CellPlace | None

    @staticmethod
    def of(position: Position) -> "PositionState":
        """The state of a position."""
        outcome, last = position.outcome, position.last_cell
        return PositionState(
            rules=position.rules.spec,
            columns=position.rules.columns,
            rows=position.rules.rows,
            moves=position.moves,
            rows_from_bottom=list(position.rows_from_bottom),
            to_move=position.mover,
            round=position.round,
            has_bombs=position.rules.has_bombs,
            can_explode=position.can_explode and not position.is_over,
            next_is_bomb=position.next_is_bomb,
            legal_moves=[format_move(move) for move in position.legal_moves],
            over=position.is_over,
            winner=outcome.winner if outcome else None,
            ending=outcome.ending.value if outcome else None,
            winning_cells=[CellPlace.of(cell) for cell in outcome.cells] if outcome else [],
            last_cell=CellPlace.of(last) if last else None,
        )


class ColumnThought(BaseModel):
    """What an agent thinks of one move."""

    move: str
    score: float | None = Field(description="On the agent's own scale; larger is better.")
    visits: int | None = Field(description="How often a tree search tried the move.")
    proven: Literal["win", "draw", "loss"] | None


class Thinking(BaseModel):
    """What an agent said about a move it made."""

    move: str
    score: float | None
    nodes: int | None
    leaves: int | None = Field(description="Positions that were valued or played out.")
    iterations: int | None = Field(default=None, description="Of a Monte Carlo tree search.")
    depth: int | None
    seconds: float | None
    stopped: bool = Field(
        default=False, description="Whether time ran out before a search of fixed depth was done."
    )
    line: str
    columns: list[ColumnThought]

    @staticmethod
    def of(choice: Choice) -> "Thinking":
        """The statistics of a choice; numbers that JSON cannot hold are left out."""
        return Thinking(
            move=format_move(choice.move),
            score=_finite(choice.score),
            nodes=choice.nodes,
            leaves=choice.leaves,
            iterations=choice.details.get("iterations"),
            depth=choice.depth,
            seconds=_finite(choice.seconds),
            stopped=choice.stopped,
            line=choice.line,
            columns=[
                ColumnThought(
                    move=format_move(column["move"]),
                    score=_finite(column.get("score", column.get("value"))),
                    visits=column.get("visits"),
                    proven=column.get("proven"),
                )
                for column in choice.columns
            ],
        )


def _finite(number: Any) -> float | None:
    if number is None:
        return None
    value = float(number)
    return value if isfinite(value) else None


class GameState(BaseModel):
    """A game as it stands."""

    id: str
    version: int = Field(description="Rises with every change.")
    position: PositionState
    opening: str = Field(description="The moves the game started from.")
    undone: str = Field(description="The moves that can be played again, the next one first.")
    players: list[str] = Field(min_length=2, max_length=2)
    seconds: float
    can_undo: bool
    thinking: Thinking | None = Field(description="What the last move's agent said about it.")

    @staticmethod
    def of(game: Game) -> "GameState":
        """The state of a game."""
        note = game.notes.get(game.position.plies)
        return GameState(
            id=game.id,
            version=game.version,
            position=PositionState.of(game.position),
            opening=game.opening,
            undone=game.undone,
            players=list(game.players),
            seconds=game.seconds,
            can_undo=game.can_undo,
            thinking=Thinking(**note) if note else None,
        )


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
