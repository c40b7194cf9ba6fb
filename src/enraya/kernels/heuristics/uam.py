"""The heuristics of the Lisp tournament that look at column tops and at the parity of rows."""

from enraya.kernels.core.bits import rows_of_parity
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import Direction, directions, full, held, with_neighbour
from enraya.kernels.heuristics.evaluator import Context, Weights

OWN_PARITY, PAIR_RULE, FOUR = 6, 7, 8
"""The weights of `parity_lines` that hold its two switches and the worth of a finished four."""
PAIRS_CONSTANT, PAIRS_PUBLISHED, PAIRS_SUMMED = 0, 1, 2


@shared
def _run_values(
    geometry: Geometry, tops: int, own: int, right: int, up: int, weights: Weights
) -> float:
    """The worth of the runs of own stones that start at the tops and go in one direction."""
    two = tops & with_neighbour(geometry, own, right, up)
    pairs = own & with_neighbour(geometry, own, right, up)
    three = tops & with_neighbour(geometry, pairs, right, up)
    ones, twos, threes = popcount(tops), popcount(two), popcount(three)
    return weights[0] * (ones - twos) + weights[1] * (twos - threes) + weights[2] * threes


@shared
def _top_score(geometry: Geometry, own: int, occupied: int, weights: Weights) -> float:
    """The worth of one player's runs that start at the tops of columns."""
    tops = own & ~with_neighbour(geometry, occupied, 0, 1)
    return (
        weights[3] * _run_values(geometry, tops, own, 0, -1, weights)
        + weights[4] * _run_values(geometry, tops, own, 1, 0, weights)
        + weights[5] * _run_values(geometry, tops, own, -1, 0, weights)
        + weights[6] * _run_values(geometry, tops, own, -1, -1, weights)
        + weights[7] * _run_values(geometry, tops, own, 1, -1, weights)
        + weights[8] * _run_values(geometry, tops, own, -1, 1, weights)
        + weights[9] * _run_values(geometry, tops, own, 1, 1, weights)
    )


@kernel
def top_runs(geometry: Context, board: Board, player: int) -> float:
    """The worth of runs that start at the top stone of a column, own less the opponent's.

    ``weights``: for runs of one, two, three; then for each direction: down, right, left,
    down-left, down-right, up-left, up-right.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    occupied = own | other
    return _top_score(geometry, own, occupied, weights) - _top_score(
        geometry, other, occupied, weights
    )


@shared
def _cell_values(cells: int, matching: int, weights: Weights) -> float:
    """The worth of the empty cells of pairs; those on ``matching`` rows have a separate weight."""
    return weights[3] * popcount(cells) + (weights[2] - weights[3]) * popcount(cells & matching)


@shared
def _summed_pairs(pairs: int, own: int, rows: int, step: int, weights: Weights) -> float:
    """The worth of pairs when both empty cells of each window count."""
    total = 0.0
    for place in range(4):
        total += _cell_values(pairs & ~(own >> (place * step)), rows >> (place * step), weights)
    return total


@shared
def _published_pairs(
    pairs: int, own: int, rows: int, step: int, backwards: bool, weights: Weights
) -> float:
    """The worth of pairs in the authors' program, which walks rows and columns ``backwards``.

    The last empty cell of each window counts, or both if they are the first two.
    """
    first, second, third, last = 0, step, 2 * step, 3 * step
    if backwards:
        first, second, third, last = last, third, second, first
    at_last = pairs & ~(own >> last)
    rest = pairs & (own >> last)
    at_third = rest & ~(own >> third)
    rest &= own >> third
    return (
        _cell_values(at_last, rows >> last, weights)
        + _cell_values(at_third, rows >> third, weights)
        + _cell_values(rest, rows >> first, weights)
        + _cell_values(rest, rows >> second, weights)
    )


@shared
def _direction_score(
    geometry: Geometry,
    own: int,
    other: int,
    rows: int,
    direction: Direction,
    backwards: bool,
    weights: Weights,
) -> float:
    """The worth of one direction's windows in which only ``own`` has stones."""
    windows, step = held(geometry, own, other, direction), direction.step
    total = weights[0] * popcount(windows.one)
    if weights[PAIR_RULE] == PAIRS_CONSTANT:
        total += weights[1] * popcount(windows.two)
    elif weights[PAIR_RULE] == PAIRS_PUBLISHED:
        total += _published_pairs(windows.two, own, rows, step, backwards, weights)
    else:
        total += _summed_pairs(windows.two, own, rows, step, weights)
    matching = 0
    for place in range(4):
        hole = windows.three & ~(own >> (place * step))
        matching += popcount(hole & (rows >> (place * step)))
    others = popcount(windows.three) - matching
    total += weights[FOUR] * popcount(full(own, direction))
    return total + weights[4] * matching + weights[5] * others


@shared
def _parity_score(geometry: Geometry, own: int, other: int, parity: int, weights: Weights) -> float:
    """The worth of all windows of one player; from row ``parity`` on, every second row matches."""
    rows = rows_of_parity(geometry, parity)
    row, column, rising, falling = directions(geometry)
    return (
        _direction_score(geometry, own, other, rows, row, True, weights)
        + _direction_score(geometry, own, other, rows, column, True, weights)
        + _direction_score(geometry, own, other, rows, rising, False, weights)
        + _direction_score(geometry, own, other, rows, falling, False, weights)
    )


@kernel
def parity_lines(geometry: Context, board: Board, player: int) -> float:
    """The worth of windows of four by the parity of their empty cells' rows, own less the other's.

    ``weights``: a window with one stone; a pair, when pairs are constant; an empty cell of a
    pair on a matching row, and on another; a three whose hole is on a matching row, and on
    another; 1 when each side is judged by its own parity (row 0 matches for the first player),
    0 when both by the parity of the stones on the board; the rule for pairs; a finished four,
    which only a search that continues past a win meets.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    parity = popcount(own | other) & 1
    others_parity = parity
    if weights[OWN_PARITY] != 0:
        parity, others_parity = player, 1 - player
    return _parity_score(geometry, own, other, parity, weights) - _parity_score(
        geometry, other, own, others_parity, weights
    )
