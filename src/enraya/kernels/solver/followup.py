"""Bounds of the score without search, from follow-up play.

The idea is the rule "claimeven" of V. Allis, "A knowledge-based approach of Connect-Four", 1988,
for boards of any height. The player who would place the last stone of a full board is the
*follower*, the other player the *leader*: with an even number of cells the second player follows,
with an odd number the first. A player who always answers in the column just played gets the top
cell of every column and every second cell below it (the follower's cells), the other player gets
the rest (the leader's cells). A column with an odd number of empty cells offers its next cell, one
of the follower's, to either player; these cells are *loose*. A stone on one of them is answered by
a stone on another. If the player who follows is to move, the number of loose cells is odd and that
player begins by taking one. So each player gets about half of the loose cells. Two strategies
bound the score of the leader:

* **The follower follows everywhere.** The leader gets at most the empty leader's cells and a share
  of the loose ones. If these cells and the leader's stones contain no four, the leader cannot win.
  If moreover one of the follower's cells completes a four of the follower, the follower gets it, at
  the latest when all other columns are full; the cells above it are never played.
* **The leader follows everywhere but below a leader's cell that completes a four of the leader.**
  In that column the leader aims at an odd number of cells below this threat with the follower to
  move: then the follower gets the follower's cells below the threat, the last of them at the latest
  when all other columns are full. One move is enough to get there: in this column or on a loose
  cell, as the parity requires; so if the number of cells below the threat is even, the next of them
  is loose, too. Elsewhere the follower gets at most the leader's cells and a share of the loose
  ones. If all these cells and the follower's stones contain no four, the leader wins.
"""

from enraya.kernels.core.bits import drops, has_four, winning_cells
from enraya.kernels.core.compile import ONE, inlined, integer
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest_index, popcount, without_lowest
from enraya.kernels.core.memory import load
from enraya.kernels.solver.workspace import COLUMN_CELLS, FOLLOWERS, LEADERS, ZUGZWANG

NO_LOWER, NO_UPPER = -99, 99
"""Bounds that say nothing."""
_MOST_LOOSE = 5
"""With more loose cells than this, a player gets three of them, which is not worked out here."""
_MOST_FOR_ONE = 3
"""With at most this many loose cells, a player gets only one of them."""


@inlined
def leaders_bounds(
    geometry: Geometry,
    leader: int,
    follower: int,
    leader_wins: int,
    follower_wins: int,
    alpha: int,
    workspace: int,
) -> tuple[int, int]:
    """Bounds of the leader's score, computed only to tell on which side of alpha it lies.

    The position is quiet (see `forced`); ``…_wins`` are the empty cells that complete a four.
    """
    occupied = leader | follower
    empty = geometry.board & ~occupied
    playable = drops(geometry, occupied)
    lower, upper = NO_LOWER, NO_UPPER
    threats = leader_wins & load(workspace, LEADERS)
    if threats != 0:
        lost = leaders_above(
            geometry, leader_wins & load(workspace, FOLLOWERS), load(workspace, LEADERS)
        )
        lower = _zugzwang(geometry, threats, follower, empty, playable, lost, alpha, workspace)
    if lower <= alpha:
        upper = _follow_up(
            geometry, leader, follower, follower_wins, empty, playable, alpha, workspace
        )
    return lower, upper


@inlined
def leaders_above(geometry: Geometry, cells: int, leaders: int) -> int:
    """The leader's cells above the follower's ``cells``; none on wide boards, to be safe."""
    if geometry.wide:
        return geometry.board & ~geometry.board
    # In each column, spare bit minus a cell sets that cell and all above it. Further cells of
    # the column only clear themselves, and being the follower's they do not matter here.
    return ((geometry.top << 1) - cells) & leaders


@inlined
def _follow_up(
    geometry: Geometry,
    leader: int,
    follower: int,
    follower_wins: int,
    empty: int,
    playable: int,
    alpha: int,
    workspace: int,
) -> int:
    """An upper bound of the leader's score if there is one of at most alpha, else `NO_UPPER`."""
    followers = load(workspace, FOLLOWERS)
    claims = follower_wins & followers
    bound = 0
    rest = claims
    while rest != 0:
        bound = min(bound, -integer(load(workspace, ZUGZWANG + lowest_index(rest))))
        rest = without_lowest(rest)
    if (
        bound == 0
        and alpha == -1
        and has_four(geometry, follower | (followers & empty & ~playable))
    ):
        bound = -1  # the follower's cells make a four sooner or later
    if bound > alpha:
        return NO_UPPER
    leaders = load(workspace, LEADERS)
    sure = leader | (leaders & empty & ~leaders_above(geometry, claims, leaders))
    return bound if never_four(geometry, sure, playable & followers) else NO_UPPER


@inlined
def _zugzwang(
    geometry: Geometry,
    threats: int,
    follower: int,
    empty: int,
    playable: int,
    lost: int,
    alpha: int,
    workspace: int,
) -> int:
    """A lower bound of the leader's score if there is one above alpha, else `NO_LOWER`.

    ``lost`` are the leader's cells that the follower can no longer get.
    """
    leaders, followers = load(workspace, LEADERS), load(workspace, FOLLOWERS)
    while threats != 0:
        cell = lowest_index(threats)
        score = integer(load(workspace, ZUGZWANG + cell))
        if score > alpha:
            column = load(workspace, COLUMN_CELLS + cell)
            below = (ONE << cell) - ONE
            elsewhere = leaders & empty & ~column & ~lost
            here = followers & empty & column & below
            sure = follower | elsewhere | here
            loose = (playable & followers & ~column) | (playable & column & leaders)
            if never_four(geometry, sure, loose):
                return score
        threats = without_lowest(threats)
    return NO_LOWER


@inlined
def never_four(geometry: Geometry, sure: int, loose: int) -> bool:
    """Whether a player who gets ``sure`` and a share of the loose cells can never have a four.

    The other player answers each loose cell with another one, and takes the first if their number
    is odd.
    """
    if has_four(geometry, sure):
        return False
    number = popcount(loose)
    if number > _MOST_FOR_ONE:
        if not has_four(geometry, sure | loose):
            return True
        if number > _MOST_LOOSE:
            return False
    on_two_below_one = (sure << 1) & (sure << 2) & (sure >> 1)
    winning = (winning_cells(geometry, sure) | on_two_below_one) & loose
    if number & 1:
        winning = without_lowest(winning)  # the other player begins there
    if winning != 0:
        return False
    return number <= _MOST_FOR_ONE or _one_partner_each(geometry, sure, loose)


@inlined
def _one_partner_each(geometry: Geometry, sure: int, loose: int) -> bool:
    """Whether each loose cell makes a four with at most one other, which is the answer to it."""
    rest = loose
    while rest != 0:
        cell = rest & ~without_lowest(rest)
        if without_lowest(winning_cells(geometry, sure | cell) & loose & ~cell) != 0:
            return False
        rest = without_lowest(rest)
    return True
