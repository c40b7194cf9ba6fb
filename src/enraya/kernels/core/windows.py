"""Windows of four cells in a line, examined all at once.

A window is identified by its first cell; the other three follow ``step`` bits apart, so a set of
windows is a word like a set of cells. ``starts`` are the first cells of the windows that lie on the
board. As in `bits`, everything runs on Python integers and in kernels.
"""

from typing import NamedTuple

from enraya.kernels.core.bits import fours
from enraya.kernels.core.compile import integer, shared
from enraya.kernels.core.geometry import Geometry


class Direction(NamedTuple):
    """One of the four directions of a line."""

    step: int
    starts: int


class Held(NamedTuple):
    """The windows without the opponent's stones, by the number of own stones in them."""

    one: int
    two: int
    three: int


@shared
def directions(geometry: Geometry) -> tuple[Direction, Direction, Direction, Direction]:
    """The four directions: rows, columns, diagonals that rise to the right, and those that fall."""
    stride = geometry.stride
    return (
        Direction(stride, geometry.board),
        Direction(integer(1), geometry.rising_starts),
        Direction(stride + 1, geometry.rising_starts),
        Direction(stride - 1, geometry.falling_starts),
    )


@shared
def held(geometry: Geometry, own: int, other: int, direction: Direction) -> Held:
    """The windows of one direction with one, two or three ``own`` stones and none of ``other``.

    The stones in a window's four cells are added bit by bit, in all windows at once.
    """
    step = direction.step
    alive = full(geometry.board & ~other, direction)
    second = own >> step
    odd_left, both_left = own ^ second, own & second
    odd_right, both_right = odd_left >> (2 * step), both_left >> (2 * step)
    odd = odd_left ^ odd_right  # one or three stones
    several = (both_left ^ both_right) ^ (odd_left & odd_right)  # two or three stones
    return Held(alive & odd & ~several, alive & several & ~odd, alive & odd & several)


@shared
def full(stones: int, direction: Direction) -> int:
    """The windows of one direction that the stones fill."""
    return fours(stones, direction.step) & direction.starts


@shared
def with_neighbour(geometry: Geometry, cells: int, right: int, up: int) -> int:
    """The cells whose neighbour, ``right`` columns and ``up`` rows away, is among ``cells``.

    ``right`` and ``up`` are -1, 0 or 1. A neighbour off the board is never among them.
    """
    if right == 0:
        moved = cells >> 1 if up > 0 else cells << 1
    elif right > 0:
        moved = cells >> (geometry.stride + up)
    else:
        moved = cells << (geometry.stride - up)
    if up > 0:
        return moved & geometry.not_top
    return moved & (geometry.not_bottom if up < 0 else geometry.board)
