"""Positions drawn as SVG, for notebooks and web pages.

The two sides differ by colour and by shape: orange discs carry a cross, blue ones a ring. The
colours are from the palette of Okabe and Ito, which colour-blind people can tell apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enraya.game.notation import COLUMN_NAMES
from enraya.game.outcome import Cell
from enraya.game.text_drawing import status

if TYPE_CHECKING:
    from enraya.game.position import Position

CELL = 48
RADIUS = 20
_FRAME, _HOLE, _INK = "#2b3a55", "#f4f1ea", "#1a1a1a"
_FILLS = ("#e69f00", "#56b4e9")


def draw(position: Position) -> str:
    """A complete SVG document with a drawing of the position."""
    columns, rows = position.rules.columns, position.rules.rows
    width, height = columns * CELL, (rows + 1) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif">',
        f"<title>{status(position)}</title>",
        f'<rect width="{width}" height="{rows * CELL}" rx="8" fill="{_FRAME}"/>',
    ]
    for row, symbols in enumerate(position.rows_from_bottom, start=1):
        for column, symbol in enumerate(symbols, start=1):
            parts.append(_draw_cell(*_centre(column, row, rows), symbol))
    parts += [_column_label(column, rows) for column in range(1, columns + 1)]
    parts += _marks(position)
    parts.append("</svg>\n")
    return "\n".join(parts)


def _centre(column: int, row: int, rows: int) -> tuple[int, int]:
    return (2 * column - 1) * CELL // 2, (2 * (rows - row) + 1) * CELL // 2


def _draw_cell(x: int, y: int, symbol: str) -> str:
    if symbol == ".":
        return f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{_HOLE}"/>'
    player = 0 if symbol in "14" else 1
    disc = f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{_FILLS[player]}"/>'
    return disc + (_bomb(x, y) if symbol in "45" else "") + _shape(x, y, player)


def _shape(x: int, y: int, player: int) -> str:
    style = f'stroke="{_INK}" stroke-width="3" fill="none" opacity="0.75"'
    if player == 0:
        return f'<path d="M{x - 7} {y - 7}l14 14m0 -14l-14 14" {style}/>'
    return f'<circle cx="{x}" cy="{y}" r="9" {style}/>'


def _bomb(x: int, y: int) -> str:
    fuse = f'<path d="M{x + 10} {y - 10}q5 -8 9 -3" stroke="{_INK}" stroke-width="3" fill="none"/>'
    return f'<circle cx="{x}" cy="{y}" r="15" fill="none" stroke="{_INK}" stroke-width="5"/>{fuse}'


def _column_label(column: int, rows: int) -> str:
    x, y = (2 * column - 1) * CELL // 2, rows * CELL + CELL * 2 // 3
    name = COLUMN_NAMES[column - 1]
    return f'<text x="{x}" y="{y}" font-size="22" text-anchor="middle" fill="#777">{name}</text>'


def _marks(position: Position) -> list[str]:
    """Rings around the winning stones or, if there are none, a dashed one around the last stone."""
    outcome, last = position.outcome, position.last_cell
    rings = [_ring(cell, position, "") for cell in (outcome.cells if outcome else ())]
    if last and not rings:
        rings.append(_ring(last, position, ' stroke-dasharray="5 4"'))
    return rings


def _ring(cell: Cell, position: Position, dash: str) -> str:
    x, y = _centre(cell.column, cell.row, position.rules.rows)
    return (
        f'<circle cx="{x}" cy="{y}" r="{RADIUS + 1}" fill="none" '
        f'stroke="#ffffff" stroke-width="4"{dash}/>'
    )
