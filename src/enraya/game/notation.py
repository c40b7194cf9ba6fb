"""Moves as characters: columns ``1``-``9`` and ``a``-``g``, and ``B`` for the explosion.

A game is written as one such string, first player first: ``4453``.
"""

from operator import index
from typing import SupportsIndex

from enraya.errors import IllegalMove, InvalidNotation
from enraya.texts import Sentence

BOOM = "B"
COLUMN_NAMES = "123456789abcdefg"
Move = int | str
"""A 1-based column, or `BOOM`."""
_QUOTE_LENGTH = 60


def format_move(move: Move) -> str:
    """The character of a move: its column, or ``B``.

    >>> format_move(4), format_move(12), format_move("B")
    ('4', 'c', 'B')
    """
    return COLUMN_NAMES[move - 1] if isinstance(move, int) else move


def parse_move(text: str, columns: int) -> Move:
    """The move that a character stands for on a board with ``columns`` columns.

    Raises:
        InvalidNotation: when it stands for no move on that board.
    """
    if text == BOOM:
        return BOOM
    column = COLUMN_NAMES.find(text) if len(text) == 1 else -1
    if not 0 <= column < columns:
        names: str = f"{COLUMN_NAMES[0]}-{COLUMN_NAMES[min(columns, 9) - 1]}"
        if columns > 9:
            names = Sentence("word.and", one=names, other=f"a-{COLUMN_NAMES[columns - 1]}")
        raise InvalidNotation(Sentence("problem.not_a_move", text=quote(text), columns=names))
    return column + 1


def meant_move(move: object, columns: int) -> Move:
    """The move that a character or a whole number stands for; booleans are refused.

    A number is not compared with the size of the board.

    >>> meant_move("5", 7), meant_move(5, 7), meant_move("B", 7)
    (5, 5, 'B')

    Raises:
        IllegalMove: for anything that is neither.
    """
    if isinstance(move, str):
        try:
            return parse_move(move, columns)
        except InvalidNotation:
            raise no_column(move, columns) from None
    if isinstance(move, SupportsIndex) and not isinstance(move, bool):
        return index(move)
    raise no_column(move, columns)


def no_column(move: object, columns: int) -> IllegalMove:
    """The error for a move that is not one of the columns."""
    return IllegalMove(Sentence("problem.not_a_column", move=repr(move), columns=columns))


def quote(text: str) -> str:
    """The text in quotes for an error message, shortened when long."""
    return repr(text if len(text) <= _QUOTE_LENGTH else text[: _QUOTE_LENGTH - 1] + "…")
