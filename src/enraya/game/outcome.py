"""How a game ended."""

from enum import StrEnum
from typing import NamedTuple


class Ending(StrEnum):
    """Why the rules ended a game.

    >>> import enraya
    >>> enraya.Position("1212121").ending
    <Ending.LINE: 'line'>
    """

    LINE = "line"
    """A player has four in a line."""
    FULL = "full"
    """The board is full."""
    BLOCKED = "blocked"
    """The player to move has no action left."""


class Cell(NamedTuple):
    """A place on the board; columns and rows count from 1, row 1 at the bottom.

    >>> import enraya
    >>> enraya.Position("44").last_cell
    Cell(column=4, row=2)
    """

    column: int
    row: int


class Outcome(NamedTuple):
    """The result of a finished game.

    >>> from enraya import Position
    >>> outcome = Position.parse("1212121").outcome
    >>> outcome.winner, outcome.cells[0]
    (1, Cell(column=1, row=1))
    """

    winner: int
    """1, 2, or 0 for a draw."""
    ending: Ending
    cells: tuple[Cell, ...]
    """The stones of all lines of four, of both players if both have one."""
