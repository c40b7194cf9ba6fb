"""A heuristic that adds up the windows of four in which only one side has stones."""

from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import Direction, directions, full, held
from enraya.kernels.heuristics.evaluator import Context, Weights

FOUR_STRAIGHT, FOUR_DIAGONAL = 9, 10
"""The weights of `lines` for a finished four: in a row or column, and on a diagonal."""


@shared
def _balance(
    geometry: Geometry, own: int, other: int, direction: Direction, weights: Weights, first: int
) -> float:
    """The worth of one direction's windows to ``own``, less their worth to ``other``.

    The weights from ``first`` on are for windows with one, two and three stones.
    """
    mine = held(geometry, own, other, direction)
    theirs = held(geometry, other, own, direction)
    return (
        weights[first] * (popcount(mine.one) - popcount(theirs.one))
        + weights[first + 1] * (popcount(mine.two) - popcount(theirs.two))
        + weights[first + 2] * (popcount(mine.three) - popcount(theirs.three))
    )


@shared
def _fours(geometry: Geometry, stones: int, weights: Weights) -> float:
    """The worth of the windows that the stones fill."""
    row, column, rising, falling = directions(geometry)
    straight = popcount(full(stones, row)) + popcount(full(stones, column))
    diagonal = popcount(full(stones, rising)) + popcount(full(stones, falling))
    return weights[FOUR_STRAIGHT] * straight + weights[FOUR_DIAGONAL] * diagonal


@kernel
def lines(geometry: Context, board: Board, player: int) -> float:
    """The worth of all windows of four, own less the opponent's.

    ``weights``: for one, two and three stones in a row, in a column and on a diagonal; for four
    in a row or column, and on a diagonal, which only a search that continues past a win meets.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    total = 0.0
    if weights[FOUR_STRAIGHT] != 0:
        total = _fours(geometry, own, weights) - _fours(geometry, other, weights)
    row, column, rising, falling = directions(geometry)
    total += _balance(geometry, own, other, row, weights, 0)
    total += _balance(geometry, own, other, column, weights, 3)
    total += _balance(geometry, own, other, rising, weights, 6)
    return total + _balance(geometry, own, other, falling, weights, 6)
