"""The agent of the genetic report: four traits that each propose columns.

A range of columns is an array with its length first, because order and repetition matter:
``columns[0]`` entries follow in ``columns[1:]``. Rows count from the bottom here.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.bits import column_cells, drops, has_four
from enraya.kernels.board import Board, Rules, mover, stones_of
from enraya.kernels.compile import integer, kernel, shared
from enraya.kernels.geometry import Geometry
from enraya.kernels.intrinsics import popcount
from enraya.kernels.randomness import advance, below, mix, stream

ROOM = 64
"""Enough for any range: at most three entries for each column."""
TRAITS = 4
_RESOLUTION = 2**30
Columns = NDArray[np.int64]


@shared
def append(columns: Columns, column: int) -> None:
    """Adds a column at the end of a range."""
    columns[0] += 1
    columns[columns[0]] = column


@shared
def contains(columns: Columns, column: int) -> bool:
    """Whether a range holds a column."""
    for i in range(1, columns[0] + 1):  # noqa: SIM110  # kernels have no generators
        if columns[i] == column:
            return True
    return False


@shared
def height(geometry: Geometry, occupied: int, column: int) -> int:
    """The number of stones in a column."""
    return popcount(occupied & column_cells(geometry, column))


@shared
def is_at(geometry: Geometry, stones: int, row: int, column: int) -> bool:
    """Whether one of the stones is in this cell."""
    return (stones & (column_cells(geometry, column) & (geometry.bottom << row))) != 0


@shared
def is_possible(geometry: Geometry, occupied: int, row: int, column: int) -> bool:
    """Whether the author's program holds a cell to be playable: in the top row any empty one."""
    if row == geometry.rows - 1:
        return not is_at(geometry, occupied, row, column)
    return row == height(geometry, occupied, column)


@shared
def centre_or_edges(geometry: Geometry, first_branch: bool, columns: Columns) -> None:
    """Trait 1: the middle columns, or those at the edges."""
    margin = min(2, (geometry.columns - 1) // 2)
    columns[0] = 0
    for column in range(geometry.columns):
        if (margin <= column < geometry.columns - margin) == first_branch:
            append(columns, column)


@shared
def _spaced(
    geometry: Geometry, own: int, occupied: int, row: int, column: int, way: int, columns: Columns
) -> None:
    """The columns two and three steps away, when the cells on the way there are open."""
    last = geometry.columns - 1
    if not 0 <= column + 2 * way <= last:
        return
    if not is_possible(geometry, occupied, row, column + way):
        return
    if not is_possible(geometry, occupied, row, column + 2 * way):
        return
    append(columns, column + 2 * way)
    far, beyond = column + 3 * way, column + 4 * way
    is_open = 0 <= far <= last and is_possible(geometry, occupied, row, far)
    if is_open and not (0 <= beyond <= last and is_at(geometry, own, row, beyond)):
        append(columns, far)


@shared
def near_own(
    geometry: Geometry, own: int, occupied: int, first_branch: bool, columns: Columns
) -> None:
    """Trait 2: beside and on one's own top stones, or with a space between."""
    columns[0] = 0
    for column in range(geometry.columns):
        row = max(height(geometry, occupied, column) - 1, 0)
        if not is_at(geometry, own, row, column):
            continue
        if not first_branch:
            _spaced(geometry, own, occupied, row, column, 1, columns)
            _spaced(geometry, own, occupied, row, column, -1, columns)
            continue
        append(columns, column)
        if column + 1 < geometry.columns and is_possible(geometry, occupied, row, column + 1):
            append(columns, column + 1)
        if column > 0 and is_possible(geometry, occupied, row, column - 1):
            append(columns, column - 1)


@shared
def full_or_empty(geometry: Geometry, occupied: int, first_branch: bool, columns: Columns) -> None:
    """Trait 3: the fullest columns, full ones included, or the emptiest."""
    wanted = height(geometry, occupied, 0)
    for column in range(1, geometry.columns):
        here = height(geometry, occupied, column)
        wanted = max(wanted, here) if first_branch else min(wanted, here)
    columns[0] = 0
    for column in range(geometry.columns):
        if height(geometry, occupied, column) == wanted:
            append(columns, column)


@shared
def near_other(
    geometry: Geometry, own: int, occupied: int, first_branch: bool, columns: Columns
) -> None:
    """Trait 4: on the opponent's top stones, or beside them."""
    columns[0] = 0
    for column in range(geometry.columns):
        row = height(geometry, occupied, column) - 1
        if row < 0 or is_at(geometry, own, row, column):
            continue
        if first_branch:
            append(columns, column)
            continue
        for beside in (column - 1, column + 1):
            if (
                0 <= beside < geometry.columns
                and is_possible(geometry, occupied, row, beside)
                and not contains(columns, beside)
            ):
                append(columns, beside)


@kernel
def traits(
    geometry: Geometry, own: int, other: int, branches: NDArray[np.int64], ranges: Columns
) -> None:
    """Writes the ranges of the four traits; a branch is 1 for the first, 0 for the second."""
    occupied = own | other
    centre_or_edges(geometry, branches[0] != 0, ranges[0])
    near_own(geometry, own, occupied, branches[1] != 0, ranges[1])
    full_or_empty(geometry, occupied, branches[2] != 0, ranges[2])
    near_other(geometry, own, occupied, branches[3] != 0, ranges[3])


@shared
def _completing_column(geometry: Geometry, stones: int, playable: int) -> int:
    """The first column where one more stone makes four; -1 if there is none."""
    for column in range(geometry.columns):
        cell = playable & column_cells(geometry, column)
        if cell != 0 and has_four(geometry, stones | cell):
            return column
    return -1


@shared
def _combine(columns: Columns, more: Columns, coin: int, common: Columns) -> bool:
    """Writes what both ranges share; failing that one of them. Whether they share something."""
    common[0] = 0
    for i in range(1, columns[0] + 1):
        if contains(more, columns[i]):
            append(common, columns[i])
    if common[0] > 0:
        return True
    take_first = more[0] == 0 or (columns[0] > 0 and coin == 0)
    source = columns if take_first else more
    for i in range(source[0] + 1):
        common[i] = source[i]
    return False


@shared
def _random_open(geometry: Geometry, playable: int, columns: Columns, state: int) -> int:
    """A random column of the range that is not full, or of all; -1 when every one is full."""
    while columns[0] > 0:
        state = advance(state)
        place = 1 + below(mix(state), columns[0])
        column = int(columns[place])
        if (playable & column_cells(geometry, column)) != 0:
            return column
        for i in range(place, columns[0]):
            columns[i] = columns[i + 1]
        columns[0] -= 1
    for column in range(geometry.columns):
        if (playable & column_cells(geometry, column)) != 0:
            append(columns, column)
    if columns[0] == 0:
        return -1
    return integer(columns[1 + below(mix(advance(state)), columns[0])])


@kernel
def genes_move(
    rules: Rules, geometry: Geometry, board: Board, genes: NDArray[np.float64], seed: int,
    ranges: Columns,
) -> int:  # fmt: skip
    """The column the agent plays: a win, else a block, else by its four genes.

    ``ranges`` is room for six ranges, modified in place. Returns -1 when all columns are full.
    Where four in a line loses, it neither wins nor blocks. The choice depends on the board and
    the seed alone.
    """
    player = mover(rules, board.plies)
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    playable = drops(geometry, own | other)
    if rules.line_loses == 0:
        for stones in (own, other):
            column = _completing_column(geometry, stones, playable)
            if column >= 0:
                return column
    state = stream(seed, board.first ^ (board.second * board.second))
    branches = np.zeros(TRAITS, dtype=np.int64)
    for i in range(TRAITS):
        state = advance(state)
        branches[i] = below(mix(state), _RESOLUTION) <= genes[i] * _RESOLUTION
    traits(geometry, own, other, branches, ranges)
    combined, spare = ranges[4], ranges[5]
    combined[: ranges[0, 0] + 1] = ranges[0, : ranges[0, 0] + 1]
    for i in range(1, TRAITS):
        state = advance(state)
        is_shared = _combine(combined, ranges[i], below(mix(state), 2), spare)
        combined, spare = spare, combined
        is_single = is_shared and combined[0] == 1
        if is_single and (playable & column_cells(geometry, int(combined[1]))) != 0:
            return integer(combined[1])
    return _random_open(geometry, playable, combined, state)
