"""Positions drawn with characters: X and O differ by shape, so no colour is needed.

::

     .  .  .  .  .  .  .
     .  .  .  O  .  .  .
     .  . (O) X  X  .  .        (O) the last stone   [X] a winning stone
     1  2  3  4  5  6  7
    X to move

Games with bombs have wider cells: ``X*`` is a bomb, ``(X*)`` one that has just landed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enraya.game.notation import COLUMN_NAMES
from enraya.game.outcome import Cell, Ending
from enraya.texts import ENGLISH, Texts

if TYPE_CHECKING:
    from enraya.game.position import Position

DISCS = ("X", "O")
_SYMBOLS = {".": ".", "1": DISCS[0], "2": DISCS[1], "4": DISCS[0], "5": DISCS[1]}
_BOMBS = "45"
BOMB_MARK = "*"
_CELL, _BOMB_CELL = 3, 4
"""The width of a cell in characters, in games without and with bombs."""


def disc_name(player: int) -> str:
    """The name of a player in drawings: ``X`` or ``O``."""
    return DISCS[player - 1]


def draw(position: Position) -> str:
    """The board, the names of the columns, and the line of `status`."""
    outcome = position.outcome
    winning = outcome.cells if outcome else ()
    lines = [[f" {name}" for name in COLUMN_NAMES[: position.rules.columns]]]
    for row, symbols in enumerate(position.rows_from_bottom, start=1):
        cells = [
            _draw_cell(symbol, Cell(column, row), position.last_cell, winning)
            for column, symbol in enumerate(symbols, start=1)
        ]
        lines.insert(0, cells)
    width = _BOMB_CELL if position.rules.has_bombs else _CELL
    drawn = ("".join(cell.ljust(width) for cell in cells).rstrip() for cells in lines)
    return "\n".join([*drawn, status(position)])


def _draw_cell(symbol: str, cell: Cell, last: Cell | None, winning: tuple[Cell, ...]) -> str:
    left, right = "  "
    if cell in winning:
        left, right = "[]"
    elif cell == last:
        left, right = "()"
    bomb = BOMB_MARK if symbol in _BOMBS else ""
    return f"{left}{_SYMBOLS[symbol]}{bomb}{right}"


def status(position: Position, t: Texts = ENGLISH) -> str:
    """One line: who is to move, with round and bombs if there are any, or how the game ended."""
    outcome = position.outcome
    if outcome is None:
        words = [t("terminal.to_move", disc=disc_name(position.mover))]
        words += [t("terminal.round", round=position.round)] if position.rules.has_bombs else []
        words += [t("terminal.next_bomb")] if position.next_is_bomb else []
        words += [t("terminal.can_explode")] if position.can_explode else []
        return ", ".join(words)
    if not outcome.winner:
        return t("terminal.draw")
    winner, loser = disc_name(outcome.winner), disc_name(3 - outcome.winner)
    if outcome.ending is Ending.BLOCKED:
        return t("terminal.blocked", winner=winner, loser=loser)
    if position.rules.numbers.line_loses:
        return t("terminal.line_loses", winner=winner, loser=loser)
    return t("terminal.line_wins", winner=winner)
