"""Bounds of the score without search, from follow-up play.

The idea is the rule "claimeven" of V. Allis, "A knowledge-based approach of Connect-Four", 1988.
Rows are counted from 1, and their number is even. Whoever always answers in the column just
played gets its even cells, the other player the odd ones. A column of odd height offers its next
cell, an even one, to either player; the follower answers a stone there with one on another such
column. So beyond odd and even, only the cells that can be played now may go either way. Two
strategies bound the score of the *first* player:

* **The second player follows everywhere.** (If the first player is to move, the columns of odd
  height are even in number and pair up; if the second is, they take one of them.) The first player
  gets at most the empty odd cells and the ones playable now. If these hold no four together with
  the first player's stones, the first player cannot win. If moreover an even cell wins for the
  second player, they get it, at the latest when all other columns are full; the odd cells above it
  are never played.
* **The first player follows everywhere but below an odd cell that wins for them.** In that column
  they aim at an odd height with the second player to move: then the second player gets the even
  cells up to the one below the threat, and must play that one at the latest when all other columns
  are full. One move is enough to get there: in this column or in another of odd height, whichever
  the parity asks for. So the second player gets at most even cells below the threat, odd cells
  elsewhere and the ones playable now. If these hold no four together with the second player's
  stones, the first player wins.
"""

from enraya.kernels.core.bits import drops, has_four
from enraya.kernels.core.compile import inlined, integer
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import ONE, lowest_index, without_lowest
from enraya.kernels.core.memory import load
from enraya.kernels.solver.workspace import COLUMN_CELLS, ZUGZWANG

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
    workspace: int,
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
        lower = _zugzwang(geometry, threats, second | playable, empty, lost, alpha, workspace)
    if lower <= alpha:
        upper = _follow_up(geometry, first, second, second_wins, empty, playable, alpha, workspace)
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
    workspace: int,
) -> int:
    """An upper bound of the first player's score, at most alpha, or `NO_UPPER`."""
    claims = second_wins & geometry.even
    bound = 0
    rest = claims
    while rest != 0:
        bound = min(bound, -integer(load(workspace, ZUGZWANG + lowest_index(rest))))
        rest = without_lowest(rest)
    if (
        bound == 0
        and alpha == -1
        and has_four(geometry, second | (geometry.even & empty & ~playable))
    ):
        bound = -1  # the even cells make a four between them, however late
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
    workspace: int,
) -> int:
    """A lower bound of the first player's score, above alpha, or `NO_LOWER`.

    ``second`` are the second player's stones and the cells playable now, ``lost`` the odd cells
    that player can no longer get.
    """
    while threats != 0:
        cell = lowest_index(threats)
        score = integer(load(workspace, ZUGZWANG + cell))
        if score > alpha:
            column = load(workspace, COLUMN_CELLS + cell)
            below = (ONE << cell) - ONE
            elsewhere = geometry.odd & empty & ~column & ~lost
            here = geometry.even & empty & column & below
            if not has_four(geometry, second | elsewhere | here):
                return score
        threats = without_lowest(threats)
    return NO_LOWER
