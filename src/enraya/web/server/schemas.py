"""API schemas of positions, texts in any language, and links."""

from io import BytesIO
from math import ceil
from typing import Annotated, Any, Literal

import segno
from pydantic import BaseModel, Field, StringConstraints

from enraya.game.notation import format_move
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.kernels.core.board import mover
from enraya.texts import Sentence
from enraya.web.server.settings import MAX_MOVES

PLAYERS = (1, 2)
BOMB_SYMBOLS = ("4", "5")
"""The characters for the bombs of players 1 and 2 in the rows of a board."""
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


_QUIET_MODULES = 4
"""The width of the white margin that QR readers need, in modules."""
_MAX_LINK = 500
Language = Literal["en", "es", "pt", "ca"]


class TextObject(BaseModel):
    """A text of the catalogues: its key, and the values for its places."""

    key: str
    values: dict[str, Any] = Field(description="A value with a `key` is itself such a text.")

    @staticmethod
    def of(reason: str) -> "TextObject | None":
        """The reason as such a text; None if it is plain text, such as a program's own words."""
        return TextObject(**reason.to_object()) if isinstance(reason, Sentence) else None


class CellPlace(BaseModel):
    """A cell: its column and row, both counted from 1, row 1 at the bottom."""

    column: int
    row: int

    @staticmethod
    def of(cell: Cell) -> "CellPlace":
        """A cell as the API sends it."""
        return CellPlace(column=cell.column, row=cell.row)


class BombState(BaseModel):
    """A player's bomb: where it lies, or when the next one comes."""

    player: int
    cell: CellPlace | None = Field(description="Null while the player has no bomb on the board.")
    can_explode: bool = Field(description="Whether the player can set it off now.")
    due_round: int | None = Field(
        description="The round in which the player's first stone will be a bomb; null "
        "while one lies on the board, and when the game is over."
    )

    @staticmethod
    def of(position: Position, player: int) -> "BombState":
        """A player's bomb as the API sends it."""
        can_explode = position.mover == player and position.can_explode and not position.is_over
        symbol = BOMB_SYMBOLS[player - 1]
        for row, cells in enumerate(position.rows_from_bottom, start=1):
            if symbol in cells:
                cell = CellPlace(column=cells.index(symbol) + 1, row=row)
                return BombState(player=player, cell=cell, can_explode=can_explode, due_round=None)
        due = None if position.is_over else _due_round(position, player)
        return BombState(player=player, cell=None, can_explode=False, due_round=due)


def _due_round(position: Position, player: int) -> int:
    """The next round in which a player without a bomb places one.

    The current round counts until the player's turn in it is over.
    """
    period = position.rules.numbers.bomb_period
    earliest = position.round if player >= position.mover else position.round + 1
    return ceil(earliest / period) * period


class PositionState(BaseModel):
    """All that a board in a browser shows of a position; the board itself knows no rules."""

    rules: str
    columns: int
    rows: int
    moves: str
    rows_from_bottom: list[str] = Field(
        description="`.` is empty, `1` and `2` are stones, `4` and `5` the bombs of "
        "players 1 and 2."
    )
    to_move: int
    last_mover: int | None = Field(
        description="The player who made the last move; null at the start."
    )
    round: int
    actions_left: int = Field(
        description="How many actions the mover's turn still has, this one included."
    )
    has_bombs: bool = Field(description="Whether the rule set has bombs.")
    can_explode: bool
    next_is_bomb: bool = Field(description="Whether the next stone of the mover is a bomb.")
    bombs: list[BombState] = Field(
        description="The bombs of both players; empty if the rules have none."
    )
    legal_moves: list[str]
    over: bool
    winner: int | None = Field(description="1 or 2; 0 for a draw; null until the game is over.")
    ending: Literal["line", "full", "blocked"] | None
    winning_cells: list[CellPlace]
    last_cell: CellPlace | None

    @staticmethod
    def of(position: Position) -> "PositionState":
        """A position as the API sends it."""
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


class GameInProgress(BaseModel):
    """A game that is being played."""

    first: str
    second: str
    position: PositionState


class LinkText(BaseModel):
    """A link to show as a QR code."""

    link: Annotated[str, StringConstraints(min_length=1, max_length=_MAX_LINK)]


def qr_code(text: str) -> str:
    """A QR code of the text: an SVG image, black on white whatever the page's colours.

    >>> qr_code("http://192.168.1.5:8000/friend/x#y").startswith("<svg")
    True
    """
    image = BytesIO()
    code = segno.make(text, micro=False)
    code.save(image, kind="svg", border=_QUIET_MODULES, light="#fff", xmldecl=False, omitsize=True)
    return image.getvalue().decode().strip()
