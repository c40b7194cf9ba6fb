"""Which cells make up the n-tuples of a board, and how their indexes are computed.

A tuple is made of *strips*, each a few neighbouring cells of one column. Stones leave no gaps, so a
strip of h cells shows one of at most 2^(h + 1) patterns, far fewer than the 4^h that h independent
cells could show (each empty, playable, the first or the second player's): twelve cells fit into a
table of 65,536. The tuples follow the lines of the game, wherever they fit on the board: blocks for
rows and columns, stairs for diagonals, and pairs of whole columns for cells that are far apart.

Every table is read twice, at its cells and at their mirror image, so a position and its mirror
image have the same value.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.kernels.models.ntuple import Wiring

MAX_ROWS = 8
"""The most rows of a board; taller columns have too many patterns."""
MAX_BITS = 18
"""Tuples whose tables have more than 2 to this number of entries are left out."""
_LONGEST_ROW = 7
"""Tuples are no wider than this."""
_STAIRS, _STAIR_HEIGHT = 4, 3
_BLOCKS = ((4, 3), (3, 4), (5, 2))
"""The numbers of columns and rows of the blocks."""


class Strip(NamedTuple):
    """Some cells of a column, from ``row`` upwards; columns and rows are counted from 0."""

    column: int
    row: int
    height: int


Shape = tuple[Strip, ...]


def shapes(columns: int, rows: int) -> list[Shape]:
    """The tuples of a board, none of them the mirror image of another."""
    chosen: dict[Shape, None] = {}
    for shape in _all_shapes(columns, rows):
        if _bits(shape) <= MAX_BITS and _mirrored(shape, columns) not in chosen:
            chosen[shape] = None
    return list(chosen)


def _all_shapes(columns: int, rows: int) -> Iterator[Shape]:
    for width, height in _BLOCKS:
        yield from _blocks(columns, rows, width, height)
    yield from _stairs(columns, rows)
    for left, right in combinations(range(columns), 2):
        if right - left < _LONGEST_ROW:
            yield Strip(left, 0, rows), Strip(right, 0, rows)
    yield from _blocks(columns, rows, min(columns, _LONGEST_ROW), 1)


def _blocks(columns: int, rows: int, width: int, height: int) -> Iterator[Shape]:
    for column in range(columns - width + 1):
        for row in range(rows - height + 1):
            yield tuple(Strip(column + i, row, height) for i in range(width))


def _stairs(columns: int, rows: int) -> Iterator[Shape]:
    """Rising diagonals with the cells above and below them; their mirror images fall."""
    for column in range(columns - _STAIRS + 1):
        for row in range(-1, rows - _STAIRS):
            yield tuple(_clipped(column + i, row + i, rows) for i in range(_STAIRS))


def _clipped(column: int, row: int, rows: int) -> Strip:
    low, high = max(row, 0), min(row + _STAIR_HEIGHT, rows)
    return Strip(column, low, high - low)


def _mirrored(shape: Shape, columns: int) -> Shape:
    return tuple(sorted(strip._replace(column=columns - 1 - strip.column) for strip in shape))


def _bits(shape: Shape) -> int:
    return sum(strip.height + 1 for strip in shape)


def table_sizes(tuples: list[Shape]) -> list[int]:
    """How many entries the table of each tuple has."""
    return [1 << _bits(shape) for shape in tuples]


def strip_pattern(codes: NDArray[np.int64], strip: Strip) -> NDArray[np.int64]:
    """The pattern that a strip shows for each code of its column.

    Codes are those of `enraya.kernels.models.ntuple`. The pattern is 0 while the strip's lowest
    cell cannot be reached; then it is the part of the code that lies in the strip, with the mark
    directly above the strip once it is full.
    """
    seen, full = codes >> strip.row, 1 << strip.height
    return np.where(seen < full, seen, full | (seen & (full - 1)))


def make_wiring(columns: int, rows: int, tuples: list[Shape]) -> Wiring:
    """The wiring of two looks for each tuple, one at the board and one at its mirror image.

    Raises:
        InvalidSetting: if the board has too many rows.
    """
    if rows > MAX_ROWS:
        raise InvalidSetting(f"ntuple plays on boards of at most {MAX_ROWS} rows, not {rows}")
    codes = np.arange(2 << rows)
    contributions = np.zeros((columns, len(codes), 2 * len(tuples)), dtype=np.int32)
    start = 0
    for number, (shape, size) in enumerate(zip(tuples, table_sizes(tuples), strict=True)):
        contributions[0, :, 2 * number : 2 * number + 2] += start
        start += size
        shift = 0
        for strip in shape:
            pattern = strip_pattern(codes, strip) << shift
            contributions[strip.column, :, 2 * number] += pattern
            contributions[columns - 1 - strip.column, :, 2 * number + 1] += pattern
            shift += strip.height + 1
    return Wiring(contributions, *_touched(contributions, columns, rows))


def _touched(
    contributions: NDArray[np.int32], columns: int, rows: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The looks that a stone in each cell changes, and where those of each cell begin."""
    lists = []
    for column in range(columns):
        for row in range(rows):
            stones = np.arange(1 << row)
            before, second, first = (
                contributions[column, (factor << row) + stones] for factor in (1, 2, 3)
            )  # the mark at this row, or one higher with a stone below it
            changed = (before != first) | (before != second)
            lists.append(np.flatnonzero(changed.any(axis=0)).astype(np.int32))
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return np.concatenate(lists), starts
