"""Threats: empty cells where a player would complete four in a line, and their use.

When everything else is full, the players must fill the last column in turn, and the number of
cells decides who gets which row. A threat on a row that its owner gets wins the endgame; on a
board with an even number of rows those are the odd rows for the first player and the even ones for
the second (Allis, 1988).
"""

from enum import StrEnum
from typing import NamedTuple

from enraya.errors import InvalidSetting
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.kernels.core.bits import drops, winning_cells


class Use(StrEnum):
    """What a threat is good for."""

    NOW = "now"
    """The cell can be played: its owner wins there, or the opponent must block it."""
    STACKED = "stacked"
    """The owner has another threat right above or below: blocking the lower one opens the upper."""
    STRONG = "strong"
    """The owner gets this row when the board fills up."""
    WEAK = "weak"
    """The opponent gets this row when the board fills up."""
    USELESS = "useless"
    """The opponent wins in the cell below, so the owner never gets to play here."""


class Threat(NamedTuple):
    """An empty cell in which a player would complete four in a line.

    >>> [(t.cell.column, t.cell.row, t.use.value) for t in find_threats(Position.parse("121212"))]
    [(1, 4, 'now'), (2, 4, 'now')]
    """

    player: int
    cell: Cell
    is_odd: bool
    """Whether the row is odd, counted from 1 at the bottom."""
    use: Use


def find_threats(position: Position) -> list[Threat]:
    """All threats of both players, column by column from the left, the lowest first.

    Raises:
        InvalidSetting: for bomb games, where stones move and rows mean nothing.
    """
    if position.rules.has_bombs:
        raise InvalidSetting(f"threats mean nothing in {position.rules.name!r}: stones move")
    geometry, occupied = position.rules.geometry, position.occupied_mask()
    empty = geometry.board & ~occupied
    masks = {p: winning_cells(geometry, position.stones_mask(p)) & empty for p in (1, 2)}
    playable = drops(geometry, occupied)
    found = []
    for column in range(1, position.rules.columns + 1):
        for row in range(1, position.rules.rows + 1):
            bit = 1 << ((column - 1) * geometry.stride + row - 1)
            for player in (1, 2):
                if masks[player] & bit:
                    use = _use(position, player, Cell(column, row), masks, playable)
                    found.append(Threat(player, Cell(column, row), row % 2 == 1, use))
    return found


def _use(position: Position, player: int, cell: Cell, masks: dict[int, int], playable: int) -> Use:
    bit = 1 << ((cell.column - 1) * position.rules.geometry.stride + cell.row - 1)
    if playable & bit:
        return Use.NOW
    if masks[3 - player] & (bit >> 1):
        return Use.USELESS
    if masks[player] & (bit >> 1 | bit << 1) and not masks[3 - player] & bit:
        return Use.STACKED
    return Use.STRONG if owner_at_the_end(position, cell) == player else Use.WEAK


def owner_at_the_end(position: Position, cell: Cell) -> int:
    """The player who gets a cell if all other columns are filled first.

    >>> [owner_at_the_end(Position.start(), Cell(1, row)) for row in (1, 2, 3)]
    [1, 2, 1]
    """
    rules = position.rules
    earlier = (rules.columns - 1) * rules.rows + cell.row - 1
    return 1 + earlier % 2
