"""Features of a 7×6 board that take no look ahead: stones, windows and threats.

Seen by the player who just moved, the *ally*; the *opponent* is to move. Each function writes its
features from a place of ``out`` on and returns the next free place. The names of all features in
this order are in `enraya.models.features`.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import column_cells, line_cells, row_cells, rows_of_parity
from enraya.kernels.core.compile import shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest_index, popcount
from enraya.kernels.core.score import win_score
from enraya.kernels.core.windows import across, falling, held, rising, upwards
from enraya.kernels.heuristics.threats import above, zugzwang
from enraya.kernels.heuristics.ugr import centrality

Features = NDArray[np.float64]
_ONE = word(1)


@shared
def write_cells(geometry: Geometry, ally: int, opponent: int, out: Features, place: int) -> int:
    """A number for each cell, column by column: 1 in the first set, -1 in the second, both 2."""
    for column in range(geometry.columns):
        for row in range(geometry.rows):
            cell = _ONE << word(column * geometry.stride + row)
            own, other = (ally & cell) != 0, (opponent & cell) != 0
            out[place] = 2.0 if own and other else (1.0 if own else (-1.0 if other else 0.0))
            place += 1
    return place


@shared
def write_heights(geometry: Geometry, occupied: int, out: Features, place: int) -> int:
    """The number of stones in each column."""
    for column in range(geometry.columns):
        out[place] = popcount(occupied & column_cells(geometry, column))
        place += 1
    return place


@shared
def _write_held(
    geometry: Geometry, ally: int, opponent: int, step: int, starts: int, out: Features, place: int
) -> int:
    """Open windows of one direction with one, two, three stones, of both players."""
    own = held(geometry, ally, opponent, step, starts)
    other = held(geometry, opponent, ally, step, starts)
    out[place], out[place + 1], out[place + 2] = (
        popcount(own.one), popcount(own.two), popcount(own.three),
    )  # fmt: skip
    out[place + 3], out[place + 4], out[place + 5] = (
        popcount(other.one), popcount(other.two), popcount(other.three),
    )  # fmt: skip
    return place + 6


@shared
def write_windows(geometry: Geometry, ally: int, opponent: int, out: Features, place: int) -> int:
    """Open windows by direction, and how near the centre the stones stand."""
    row, column = across(geometry), upwards(geometry)
    up, down = rising(geometry), falling(geometry)
    place = _write_held(geometry, ally, opponent, row.step, row.starts, out, place)
    place = _write_held(geometry, ally, opponent, column.step, column.starts, out, place)
    diagonal = place
    place = _write_held(geometry, ally, opponent, up.step, up.starts, out, place)
    place = _write_held(geometry, ally, opponent, down.step, down.starts, out, place)
    for i in range(6):  # both diagonals together, so that a mirror image has the same features
        out[diagonal + i] += out[diagonal + 6 + i]
    out[diagonal + 6] = centrality(geometry, ally)
    out[diagonal + 7] = centrality(geometry, opponent)
    return diagonal + 8


@shared
def write_threats(
    geometry: Geometry, cells: int, hidden: int, playable: int, parity: int, out: Features,
    place: int,
) -> int:  # fmt: skip
    """A player's threats: by row, at once, by usefulness, stacked; ``parity`` suits the player."""
    for row in range(geometry.rows):
        out[place + row] = popcount(cells & row_cells(geometry, row))
    place += geometry.rows
    useful = cells & ~hidden
    good = popcount(useful & rows_of_parity(geometry, parity))
    out[place] = popcount(cells & playable)
    out[place + 1] = popcount(cells & (playable << _ONE) & geometry.not_bottom)
    out[place + 2] = good
    out[place + 3] = popcount(useful) - good
    out[place + 4] = popcount(cells & hidden)
    out[place + 5] = popcount(cells & (cells << _ONE) & geometry.not_bottom)
    return place + 6


@shared
def write_lowest(geometry: Geometry, cells: int, occupied: int, out: Features, place: int) -> int:
    """How many stones must fall in each column before its lowest threat; -1 without any."""
    for column in range(geometry.columns):
        inside = column_cells(geometry, column)
        height = popcount(occupied & inside)
        found = cells & inside
        row = lowest_index(found) - column * geometry.stride
        out[place] = -1.0 if found == 0 else float(row - height)
        place += 1
    return place


@shared
def quiet_cells(geometry: Geometry, cells: int, occupied: int) -> int:
    """The empty cells that can be filled before any stone must fall below one of ``cells``."""
    below = (cells >> _ONE) & geometry.board & ~occupied
    return geometry.board & ~occupied & ~(below | above(geometry, below) | cells)


@shared
def write_tempo(
    geometry: Geometry, mine: int, theirs: int, occupied: int, is_first: bool, out: Features,
    place: int,
) -> int:  # fmt: skip
    """Who runs out of quiet moves first: their number and parity, and what zugzwang says."""
    for cells in (mine, theirs, mine | theirs):
        quiet = popcount(quiet_cells(geometry, cells, occupied))
        out[place], out[place + 1] = quiet, quiet & 1
        place += 2
    hidden = above(geometry, mine | theirs)
    own, other = mine & ~hidden, theirs & ~hidden
    if is_first:
        out[place] = zugzwang(geometry, own, other)
    else:
        out[place] = -zugzwang(geometry, other, own)
    out[place + 1] = zugzwang_score(geometry, own, other, is_first)
    return place + 2


@shared
def zugzwang_score(geometry: Geometry, own: int, other: int, is_first: bool) -> float:
    """``own``'s score less ``other``'s, each for its lowest useful threat when the rest is full.

    Odd rows, counted from 1, are useful to the first player and even rows to the second. A score
    is the number of stones that the winner has left, the winning one included.
    """
    odd, even = rows_of_parity(geometry, 0), rows_of_parity(geometry, 1)
    good, bad = (own & odd, other & even) if is_first else (own & even, other & odd)
    return _left_above(geometry, good) - _left_above(geometry, bad)


@shared
def _left_above(geometry: Geometry, cells: int) -> float:
    """The score of winning in the lowest of the cells as the column fills up; 0 without any."""
    for row in range(geometry.rows):
        if (cells & row_cells(geometry, row)) != 0:
            return float(win_score(row, geometry.rows))
    return 0.0


@shared
def hopes(geometry: Geometry, own: int, other: int) -> int:
    """The empty cells of open windows with two own stones, in rows and diagonals."""
    row, up, down = across(geometry), rising(geometry), falling(geometry)
    windows_of_row = held(geometry, own, other, row.step, row.starts).two
    windows_up = held(geometry, own, other, up.step, up.starts).two
    windows_down = held(geometry, own, other, down.step, down.starts).two
    cells = line_cells(windows_of_row, row.step)
    cells |= line_cells(windows_up, up.step) | line_cells(windows_down, down.step)
    return cells & geometry.board & ~(own | other)


@shared
def write_hopes(
    geometry: Geometry, own: int, other: int, hidden: int, parity: int, out: Features, place: int
) -> int:
    """A player's hopes below every threat: on rows that suit the player, and on the others."""
    cells = hopes(geometry, own, other) & ~hidden
    good = popcount(cells & rows_of_parity(geometry, parity))
    out[place], out[place + 1] = good, popcount(cells) - good
    return place + 2
