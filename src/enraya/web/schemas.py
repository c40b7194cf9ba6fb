"""What goes over the wire about positions, games and thinking."""

from collections.abc import Mapping
from math import ceil, isfinite
from statistics import fmean
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from enraya.agents import Choice
from enraya.game.notation import format_move
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.kernels.core.board import mover
from enraya.texts import recognise
from enraya.web.games import Game
from enraya.web.settings import MAX_AGENT_TEXT, MAX_MOVES, MAX_NAME, MAX_SECONDS, MIN_SECONDS
from enraya.web.visitors.visitor import Visitor

PLAYERS = (1, 2)
BOMB_SYMBOLS = ("4", "5")
"""The bombs of players 1 and 2 in the rows of a board."""
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


Language = Literal["en", "es", "pt", "ca"]


class TextObject(BaseModel):
    """A text of the catalogues by its key, with the values for its places."""

    key: str
    values: dict[str, Any] = Field(description="A value with a `key` is such a text itself.")

    @staticmethod
    def of(reason: str) -> "TextObject | None":
        """The text that an English reason for a failure is; None for a program's own words."""
        known = recognise(reason, "fault")
        return TextObject(**known.to_object()) if known else None


class CellPlace(BaseModel):
    """A cell, both numbers counted from 1, row 1 at the bottom."""

    column: int
    row: int

    @staticmethod
    def of(cell: Cell) -> "CellPlace":
        """The place of a cell."""
        return CellPlace(column=cell.column, row=cell.row)


class BombState(BaseModel):
    """A player's bomb: where it lies, or when the next one comes."""

    player: int
    cell: CellPlace | None = Field(description="Null while the player has none on the board.")
    can_explode: bool = Field(description="Whether the player can set it off now.")
    due_round: int | None = Field(
        description="The round in which the player's first stone is the next bomb; null while "
        "one lies on the board, and at the end."
    )

    @staticmethod
    def of(position: Position, player: int) -> "BombState":
        """The state of one player's bomb."""
        can_explode = position.mover == player and position.can_explode and not position.is_over
        symbol = BOMB_SYMBOLS[player - 1]
        for row, cells in enumerate(position.rows_from_bottom, start=1):
            if symbol in cells:
                cell = CellPlace(column=cells.index(symbol) + 1, row=row)
                return BombState(player=player, cell=cell, can_explode=can_explode, due_round=None)
        due = None if position.is_over else _due_round(position, player)
        return BombState(player=player, cell=None, can_explode=False, due_round=due)


def _due_round(position: Position, player: int) -> int:
    """When a player without a bomb places one: this round counts until their turn is over."""
    period = position.rules.numbers.bomb_period
    earliest = position.round if player >= position.mover else position.round + 1
    return ceil(earliest / period) * period


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
    last_mover: int | None = Field(description="Who made the last move; null at the start.")
    round: int
    actions_left: int = Field(description="Of the mover's turn, this action included.")
    has_bombs: bool = Field(description="Whether the rule set has bombs.")
    can_explode: bool
    next_is_bomb: bool = Field(description="Whether the next stone of the mover is a bomb.")
    bombs: list[BombState] = Field(description="Of both players; empty without bombs.")
    legal_moves: list[str]
    over: bool
    winner: int | None = Field(description="1, 2, 0 for a draw; null until the game is over.")
    ending: Literal["line", "full", "blocked"] | None
    winning_cells: list[CellPlace]
    last_cell: CellPlace | None

    @staticmethod
    def of(position: Position) -> "PositionState":
        """The state of a position."""
        outcome, last, rules = position.outcome, position.last_cell, position.rules
        return PositionState(
            rules=rules.spec,
            columns=rules.columns,
            rows=rules.rows,
            moves=position.moves,
            rows_from_bottom=list(position.rows_from_bottom),
            to_move=position.mover,
            last_mover=mover(rules.numbers, position.plies - 1) + 1 if position.plies else None,
            round=position.round,
            actions_left=position.actions_left,
            has_bombs=rules.has_bombs,
            can_explode=position.can_explode and not position.is_over,
            next_is_bomb=position.next_is_bomb,
            bombs=[BombState.of(position, player) for player in PLAYERS if rules.has_bombs],
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
    uct: float | None = Field(
        default=None, description="What a tree search adds up: the value and the bonus for rarity."
    )
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
                    uct=_finite(column.get("uct")),
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
    def all_of(game: Game) -> "list[PlayerStatistics]":
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
    def of(game: Game, visitor: Visitor, names: Mapping[str, str]) -> "GameState":
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
    def of(game: Game, names: Mapping[str, str]) -> "GameSummary":
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
