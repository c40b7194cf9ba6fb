"""Heuristics that add up the windows of four which only one side occupies."""

from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import across, falling, held, rising, upwards
from enraya.kernels.heuristics.evaluator import Context


@shared
def _balance(
    geometry: Geometry,
    own: int,
    other: int,
    step: int,
    starts: int,
    one: float,
    two: float,
    three: float,
) -> float:
    """What the windows of one direction are worth to ``own``, less their worth to ``other``."""
    mine = held(geometry, own, other, step, starts)
    theirs = held(geometry, other, own, step, starts)
    return (
        one * (popcount(mine.one) - popcount(theirs.one))
        + two * (popcount(mine.two) - popcount(theirs.two))
        + three * (popcount(mine.three) - popcount(theirs.three))
    )


@kernel
def lines(geometry: Context, board: Board, player: int) -> float:
    """The worth of all windows of four, own less the opponent's.

    ``weights``: for one, two and three stones in a row, in a column and on a diagonal.
    """
    w = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    row, column = across(geometry), upwards(geometry)
    up, down = rising(geometry), falling(geometry)
    return (
        _balance(geometry, own, other, row.step, row.starts, w[0], w[1], w[2])
        + _balance(geometry, own, other, column.step, column.starts, w[3], w[4], w[5])
        + _balance(geometry, own, other, up.step, up.starts, w[6], w[7], w[8])
        + _balance(geometry, own, other, down.step, down.starts, w[6], w[7], w[8])
    )
