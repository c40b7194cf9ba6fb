"""The whole state of one thread of the solver in one array of words: its *workspace*.

::

    0 …            the geometry of the board
    NODES …        counters, limits, and where the tables lie
    COLUMN_OF …    look-up tables by cell
    FRAMES …       the work area of the recursion

Kernels get the array's address (see `memory`); the names below are indices of its words.
"""

import numpy as np

from enraya.kernels.core.bits import column_cells
from enraya.kernels.core.board import win_score
from enraya.kernels.core.compile import inlined, integer
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.memory import Words, load, make_words

GEOMETRY = 0
"""The fields of `Geometry` in their order."""

NODES = 16
"""The nodes of the current search so far."""
BUDGET = 17
"""The number of nodes after which to stop."""
STOP = 18
"""If not 0, the search stops at once."""
CELLS = 19
"""The number of cells of the board."""
LEADERS = 20
"""The cells that follow-up play leaves to the leader; see `followup`."""
MIRROR_PLIES = 21
"""Positions with at most this many stones share a table entry with their mirror image."""
TAG_BITS = 22
"""How many bits of a hash a table entry keeps; see `table`."""
BARE_CELLS = 23
"""Positions with at most this many empty cells are searched without any table."""
BASE = 24
SHIFT = 25
"""Where the current search's table begins, and how far right to shift a hash to get its bucket."""

NEAR_CELLS = 26
"""Positions with at most this many empty cells go to the near table instead."""
NEAR_BASE = 27
NEAR_SHIFT = 28
NEAR_USED = 29
"""Base and shift of the near table; 1 when a search may have written to it."""
MIDDLE_CELLS = 30
"""Searches that start with at most this many empty cells do not use the large table."""
MIDDLE_BASE = 31
MIDDLE_SHIFT = 32
MIDDLE_USED = 33
"""Base and shift of the middle table; 1 when a search may have written to it."""
LARGE_BASE = 34
LARGE_SHIFT = 35
LARGE_USED = 36
"""Base and shift of the large table; 1 when a search may have written to it."""
FOLLOWERS = 37
"""The cells that follow-up play gives to the follower."""

COLUMN_OF = 64
"""By cell: its column."""
COLUMN_CELLS = 128
"""By cell: all cells of its column."""
ZUGZWANG = 192
"""By cell: the score of winning there once all other columns are full."""
WEIGHT = 256
"""By cell: how many lines run through it, for the order of moves."""
FRAMES = 320
"""From here on: one frame for each level of the recursion."""

_FRAME_WORDS = 16 * 5
_WORKSPACE_WORDS = FRAMES + 65 * _FRAME_WORDS


@inlined
def geometry_of(workspace: int) -> Geometry:
    """The geometry of the workspace's board."""
    return Geometry(
        integer(load(workspace, 0)),
        integer(load(workspace, 1)),
        integer(load(workspace, 2)),
        load(workspace, 3),
        load(workspace, 4),
        load(workspace, 5),
        load(workspace, 6),
        load(workspace, 7),
        load(workspace, 8),
        load(workspace, 9),
        load(workspace, 10),
        load(workspace, 11),
        load(workspace, 12),
        load(workspace, 13) != 0,
    )


@inlined
def cells_of(workspace: int) -> int:
    """The number of cells of the workspace's board."""
    return integer(load(workspace, CELLS))


def make_workspace(geometry: Geometry) -> Words:
    """A new workspace for boards of this geometry; the owner sets limits and tables."""
    workspace = make_words(_WORKSPACE_WORDS)
    workspace[GEOMETRY : GEOMETRY + len(geometry)] = np.array(geometry, dtype=np.uint64)
    columns, rows = geometry.columns, geometry.rows
    workspace[CELLS] = columns * rows
    parities = (geometry.odd, geometry.even)
    workspace[LEADERS], workspace[FOLLOWERS] = parities if rows % 2 == 0 else parities[::-1]
    for column in range(columns):
        for row in range(rows):
            cell = column * geometry.stride + row
            workspace[COLUMN_OF + cell] = column
            workspace[COLUMN_CELLS + cell] = column_cells(geometry, column)
            workspace[ZUGZWANG + cell] = win_score(row, rows)
            workspace[WEIGHT + cell] = _lines_through(columns, rows, column, row)
    return workspace


def _lines_through(columns: int, rows: int, column: int, row: int) -> int:
    """How many possible fours contain a cell."""
    lines = 0
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for start in range(-3, 1):
            steps = range(start, start + 4)
            cells = [(column + step * right, row + step * up) for step in steps]
            lines += all(0 <= x < columns and 0 <= y < rows for x, y in cells)
    return lines
