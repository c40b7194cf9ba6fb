"""Heuristics that add up the windows of four which only one side occupies."""

from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import (
    Direction,
    across,
    falling,
    full,
    held,
    rising,
    upwards,
)
from enraya.kernels.heuristics.evaluator import Context

FOUR_STRAIGHT, FOUR_DIAGONAL = 9, 10
"""Where `lines` finds what a finished four is worth, in a row or column and on a diagonal."""


@shared
def _balance(
    geometry: Geometry,
    own: int,
    other: int,
    direction: Direction,
    one: float,
    two: float,
    three: float,
) -> float:
    """What the windows of one direction are worth to ``own``, less their worth to ``other``."""
    mine = held(geometry, own, other, direction)
    theirs = held(geometry, other, own, direction)
    return (
        one * (popcount(mine.one) - popcount(theirs.one))
        + two * (popcount(mine.two) - popcount(theirs.two))
        + three * (popcount(mine.three) - popcount(theirs.three))
    )


@shared
def _fours(geometry: Geometry, stones: int, straight: float, diagonal: float) -> float:
    """What the windows are worth that the stones fill."""
    in_line = popcount(full(stones, across(geometry))) + popcount(full(stones, upwards(geometry)))
    slanted = popcount(full(stones, rising(geometry))) + popcount(full(stones, falling(geometry)))
    return straight * in_line + diagonal * slanted


@kernel
def lines(geometry: Context, board: Board, player: int) -> float:
    """The worth of all windows of four, own less the opponent's.

    ``weights``: for one, two and three stones in a row, in a column and on a diagonal; for four
    in a row or column, and on a diagonal, which only a search that goes on past a win meets.
    """
    w = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    total = 0.0
    if w[FOUR_STRAIGHT] != 0:
        total = _fours(geometry, own, w[FOUR_STRAIGHT], w[FOUR_DIAGONAL]) - _fours(
            geometry, other, w[FOUR_STRAIGHT], w[FOUR_DIAGONAL]
        )
    return (
        total
        + _balance(geometry, own, other, across(geometry), w[0], w[1], w[2])
        + _balance(geometry, own, other, upwards(geometry), w[3], w[4], w[5])
        + _balance(geometry, own, other, rising(geometry), w[6], w[7], w[8])
        + _balance(geometry, own, other, falling(geometry), w[6], w[7], w[8])
    )
