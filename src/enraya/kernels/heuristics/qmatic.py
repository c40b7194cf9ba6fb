"""QMatic's heuristic, and a version with the improvements that its authors list.

The original walks along each line with a small state machine. Its sum can be computed without one:
a run of one, two or three stones counts once when enough empty cells lie directly before it, and
once more when enough lie directly after it, "before" and "after" in the order of the walk. So all
runs of a direction are found at once.
"""

from typing import NamedTuple

import numpy as np

from enraya.kernels.core.bits import column_cells, row_cells
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import ZERO, kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import Direction, directions, held, with_neighbour
from enraya.kernels.heuristics.evaluator import Context, Weights

PUBLISHED, STAGE = 4, 5
"""The weights of `qmatic` that hold its switch and its stage of development."""
COLUMNS_STAGE, ROWS_STAGE, LEVELS_STAGE, DIAGONALS_STAGE = 1, 2, 3, 4
"""The stages, by what the authors added last; before the stage of levels, all rows are equal."""
HEIGHTS, DIAGONALS, CROSSINGS = 4, 5, 11
"""The weights of `qmatic_plus` that hold its two switches and the worth of a crossing."""


class StoneRuns(NamedTuple):
    """One stone marking each run that counts, by the length and the side of the empty cells."""

    before_one: int
    before_two: int
    before_three: int
    after_one: int
    after_two: int
    after_three: int


@shared
def counting_runs(geometry: Geometry, own: int, empty: int, right: int, up: int) -> StoneRuns:
    """The runs met on a walk in one direction that have room for four on one side.

    A run of three needs one empty cell before it but two after it, as in the original.
    """
    room_1 = with_neighbour(geometry, empty, -right, -up)
    room_2 = with_neighbour(geometry, empty & room_1, -right, -up)
    room_3 = with_neighbour(geometry, empty & room_2, -right, -up)
    next_1 = with_neighbour(geometry, own, right, up)
    next_2 = with_neighbour(geometry, own & next_1, right, up)
    next_3 = with_neighbour(geometry, own & next_2, right, up)
    previous_1 = with_neighbour(geometry, own, -right, -up)
    previous_2 = with_neighbour(geometry, own & previous_1, -right, -up)
    previous_3 = with_neighbour(geometry, own & previous_2, -right, -up)
    ahead_1 = with_neighbour(geometry, empty, right, up)
    ahead_2 = with_neighbour(geometry, empty & ahead_1, right, up)
    ahead_3 = with_neighbour(geometry, empty & ahead_2, right, up)
    firsts, lasts = own & ~previous_1, own & ~next_1
    return StoneRuns(
        firsts & ~next_1 & room_3,
        firsts & next_1 & ~next_2 & room_2,
        firsts & next_2 & ~next_3 & room_1,
        lasts & ~previous_1 & ahead_3,
        lasts & previous_1 & ~previous_2 & ahead_2,
        lasts & previous_2 & ~previous_3 & ahead_2,
    )


@shared
def _worth(runs: StoneRuns, cells: int, weights: Weights) -> float:
    """The worth of the runs whose marked stone lies in ``cells``."""
    return (
        weights[0] * (popcount(runs.before_one & cells) + popcount(runs.after_one & cells))
        + weights[1] * (popcount(runs.before_two & cells) + popcount(runs.after_two & cells))
        + weights[2] * (popcount(runs.before_three & cells) + popcount(runs.after_three & cells))
    )


@shared
def column_score(geometry: Geometry, own: int, empty: int, weights: Weights) -> float:
    """The worth of the runs on top of columns that can still grow to four."""
    runs = counting_runs(geometry, own, empty, 0, 1)
    below_1 = with_neighbour(geometry, own, 0, -1)
    below_2 = with_neighbour(geometry, own & below_1, 0, -1)
    below_3 = with_neighbour(geometry, own & below_2, 0, -1)
    three = own & below_2 & ~below_3 & with_neighbour(geometry, empty, 0, 1)
    return (
        weights[0] * popcount(runs.after_one)
        + weights[1] * popcount(runs.after_two)
        + weights[2] * popcount(three)
    )


@shared
def _marked(runs: StoneRuns) -> int:
    """The marked stones of all runs."""
    return (
        runs.before_one
        | runs.before_two
        | runs.before_three
        | runs.after_one
        | runs.after_two
        | runs.after_three
    )


@shared
def row_score(geometry: Geometry, own: int, other: int, empty: int, weights: Weights) -> float:
    """The worth of the runs in rows, own less the other's.

    From the stage of levels on, each row's worth is multiplied by ten over the row's number and
    rounded towards zero.
    """
    mine = counting_runs(geometry, own, empty, -1, 0)
    theirs = counting_runs(geometry, other, empty, -1, 0)
    marked = _marked(mine) | _marked(theirs)
    total = 0.0
    for row in range(geometry.rows):
        cells = row_cells(geometry, row)
        if (marked & cells) != 0:
            value = _worth(mine, cells, weights) - _worth(theirs, cells, weights)
            if weights[STAGE] >= LEVELS_STAGE:
                value = np.trunc(weights[3] * value / (row + 1))
            total += value
    return total


@shared
def _diagonal_score(
    geometry: Geometry, own: int, other: int, empty: int, weights: Weights
) -> float:
    """The worth of the runs on diagonals, own less the other's, the same in all rows.

    As published, diagonals of one kind lack the leftmost column.
    """
    total = _worth(counting_runs(geometry, own, empty, 1, 1), geometry.board, weights)
    total -= _worth(counting_runs(geometry, other, empty, 1, 1), geometry.board, weights)
    region = geometry.board
    if weights[PUBLISHED] != 0:
        region &= ~column_cells(geometry, 0)
    own, other, empty = own & region, other & region, empty & region
    total += _worth(counting_runs(geometry, own, empty, -1, 1), region, weights)
    total -= _worth(counting_runs(geometry, other, empty, -1, 1), region, weights)
    return total


@kernel
def qmatic(geometry: Context, board: Board, player: int) -> float:
    """The worth of runs with room for four, in columns, rows, diagonals; own less the other's.

    ``weights``: a run of one, two, three; the factor of rows; 1 to leave the leftmost column
    out of the diagonals that rise to the left, as the published program does; the stage of its
    development.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    empty = geometry.board & ~(own | other)
    total = column_score(geometry, own, empty, weights)
    total -= column_score(geometry, other, empty, weights)
    if weights[STAGE] >= ROWS_STAGE:
        total += row_score(geometry, own, other, empty, weights)
    if weights[STAGE] >= DIAGONALS_STAGE:
        total += _diagonal_score(geometry, own, other, empty, weights)
    return total


@shared
def _height_factor(geometry: Geometry, row: int, weights: Weights) -> float:
    """The factor of a row: it falls evenly with the height, or is ten over the row's number."""
    if weights[HEIGHTS] != 0:
        return weights[3] * (geometry.rows - row) / geometry.rows
    return weights[3] / (row + 1)


@shared
def _gapped(
    geometry: Geometry, own: int, other: int, direction: Direction, cells: int, weights: Weights
) -> float:
    """The worth of windows that start in ``cells`` and hold two runs with an empty cell between."""
    step = direction.step
    windows = held(geometry, own, other, Direction(step, direction.starts & cells))
    threes = windows.three & own & (own >> (3 * step))
    twos = windows.two & ((own & (own >> (2 * step))) | ((own >> step) & (own >> (3 * step))))
    return weights[9] * popcount(threes) + weights[10] * popcount(twos)


@shared
def _holes(geometry: Geometry, own: int, other: int, direction: Direction) -> int:
    """The empty cells that complete four in one direction."""
    threes, step = held(geometry, own, other, direction).three, direction.step
    cells = threes & ~own
    for place in range(1, 4):
        cells |= (threes & ~(own >> (place * step))) << (place * step)
    return cells


@shared
def crossings(geometry: Geometry, own: int, other: int) -> int:
    """The empty cells that complete four in two directions at once."""
    once = twice = ZERO
    for direction in directions(geometry):
        holes = _holes(geometry, own, other, direction)
        twice |= once & holes
        once |= holes
    return twice


@shared
def _plus_score(geometry: Geometry, own: int, other: int, weights: Weights) -> float:
    """The worth of one player's stones to `qmatic_plus`."""
    empty = geometry.board & ~(own | other)
    rows = counting_runs(geometry, own, empty, -1, 0)
    rises = counting_runs(geometry, own, empty, 1, 1)
    falls = counting_runs(geometry, own, empty, -1, 1)
    across, _, rising, falling = directions(geometry)
    total = weights[7] * column_score(geometry, own, empty, weights)
    for row in range(geometry.rows):
        cells = row_cells(geometry, row)
        flat = _worth(rows, cells, weights)
        flat += _gapped(geometry, own, other, across, cells, weights)
        slanted = _worth(rises, cells, weights) + _worth(falls, cells, weights)
        slanted += _gapped(geometry, own, other, rising, cells, weights)
        slanted += _gapped(geometry, own, other, falling, cells, weights)
        factor = _height_factor(geometry, row, weights)
        total += weights[6] * factor * flat
        total += weights[8] * (factor if weights[DIAGONALS] != 0 else 1.0) * slanted
    return total + weights[CROSSINGS] * popcount(crossings(geometry, own, other))


@kernel
def qmatic_plus(geometry: Context, board: Board, player: int) -> float:
    """The worth of QMatic's runs with the improvements its authors list; own less the other's.

    ``weights``: a run of one, two, three; the factor of rows; 1 for heights that fall evenly; 1
    for heights on diagonals too; rows, columns, diagonals; threes and twos with a gap; a cell
    that completes two lines.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    return _plus_score(geometry, own, other, weights) - _plus_score(geometry, other, own, weights)
