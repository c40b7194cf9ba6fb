"""Bounds of the score without search, from follow-up play.

The idea is the rule "claimeven" of V. Allis, "A knowledge-based approach of Connect-Four", 1988. On
a board with an even number of rows, a player who always answers in the column just played
gets every even cell that is still empty. That bounds the score of the *first* player in two ways.

* **The second player follows.** He can do so from any position; only the cells that can be played
  now may go to either side. If the first player's stones, the empty odd cells and the cells
  playable now hold no four, the first player cannot win. If moreover an even cell completes a four
  of the second player, he even wins, at the latest when every other column is full.
* **The first player follows, except in one column.** Where an odd cell wins for him, nobody wants
  to play the cell below it: he follows everywhere else, and in the end the second player must. So
  in that column the second player gets even cells, elsewhere odd ones. If these hold no four with
  his stones and the cells playable now, the first player wins.

In both cases a column is over for the loser once the follower's winning cell in it is reached.
"""

from enraya.kernels.bits import drops, has_four
from enraya.kernels.compile import inlined, integer
from enraya.kernels.context import COLUMN_CELLS, ZUGZWANG
from enraya.kernels.geometry import Geometry
from enraya.kernels.intrinsics import ONE, lowest_index, without_lowest
from enraya.kernels.memory import load

NO_LOWER, NO_UPPER = -99, 99
"""Bounds that say nothing."""


@inlined
def first_players_bounds(
    geometry: Geometry,
    first: int,
    second: int,
    first_wins: int,
    second_wins: int,
    alpha: int,
    context: int,
) -> tuple[int, int]:
    """Bounds of the first player's score, as far as they tell on which side of alpha it is.

    The position is quiet (see `forced`); ``…_wins`` are the empty cells that complete a four.
    """
    occupied = first | second
    empty = geometry.board & ~occupied
    playable = drops(geometry, occupied)
    lower, upper = NO_LOWER, NO_UPPER
    threats = first_wins & geometry.odd
    if threats != 0:
        lost = _odd_above_even(geometry, first_wins & geometry.even)
        lower = _zugzwang(geometry, threats, second | playable, empty, lost, alpha, context)
    if lower <= alpha:
        upper = _follow_up(geometry, first, second, second_wins, empty, playable, alpha, context)
    return lower, upper


@inlined
def _odd_above_even(geometry: Geometry, cells: int) -> int:
    """The odd cells above even ``cells``; none on wide boards, which is safe."""
    if geometry.wide:
        return geometry.board & ~geometry.board
    # In each column, spare bit minus a cell sets that cell and all above it. Further cells of
    # the column only clear themselves, and being even they do not matter here.
    return ((geometry.top << 1) - cells) & geometry.odd


@inlined
def _follow_up(
    geometry: Geometry,
    first: int,
    second: int,
    second_wins: int,
    empty: int,
    playable: int,
    alpha: int,
    context: int,
) -> int:
    """An upper bound of the first player's score, at most alpha, or `NO_UPPER`."""
    claims = second_wins & geometry.even
    bound = 0
    rest = claims
    while rest != 0:
        bound = min(bound, -integer(load(context, ZUGZWANG + lowest_index(rest))))
        rest = without_lowest(rest)
    if (
        bound == 0
        and alpha == -1
        and has_four(geometry, second | (geometry.even & empty & ~playable))
    ):
        bound = -1  # his even cells make a four between them, however late
    if bound > alpha:
        return NO_UPPER
    reach = (geometry.odd & empty & ~_odd_above_even(geometry, claims)) | playable
    return NO_UPPER if has_four(geometry, first | reach) else bound


@inlined
def _zugzwang(
    geometry: Geometry,
    threats: int,
    second: int,
    empty: int,
    lost: int,
    alpha: int,
    context: int,
) -> int:
    """A lower bound of the first player's score, above alpha, or `NO_LOWER`.

    ``second`` are the second player's stones and the cells playable now, ``lost`` the odd cells
    he can no longer get.
    """
    while threats != 0:
        cell = lowest_index(threats)
        score = integer(load(context, ZUGZWANG + cell))
        if score > alpha:
            column = load(context, COLUMN_CELLS + cell)
            below = (ONE << cell) - ONE
            elsewhere = geometry.odd & empty & ~column & ~lost
            here = geometry.even & empty & column & below
            if not has_four(geometry, second | elsewhere | here):
                return score
        threats = without_lowest(threats)
    return NO_LOWER
