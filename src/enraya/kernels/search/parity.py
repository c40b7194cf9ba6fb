"""What parity decides without looking ahead: bounds of how a game ends.

The rule is "claimeven" (Allis, "A knowledge-based approach of Connect-Four", 1988), for boards of
any height. Whoever would place the last stone of a full board, the *follower*, can always answer
in the column just played, or take one of the cells that are loose (`loose_cells`) for another. So
they get the top cell of every column and each second one below it, the *leader* gets the others.
In a quiet position, where nobody completes four next and the mover has a choice:

* If the leader's stones, the leader's cells and a share of the loose ones hold no four, the leader
  does not win. A follower's cell that wins for the follower is theirs in the end, and the cells
  above it are never played.
* If a leader's cell wins for the leader, they follow everywhere but below it, and the follower must
  at last play there. The leader wins unless what the follower may get by then holds a four.

The solver has the same rules with scores in `enraya.kernels.solver.followup`, which explains why.
"""

from enraya.kernels.core.bits import column_cells, drops, has_four
from enraya.kernels.core.compile import integer, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import ONE, lowest, lowest_index, without_lowest
from enraya.kernels.core.loose_cells import never_four
from enraya.kernels.search.graph import DRAWN, LOST, WON


@shared
def parity_bounds(
    geometry: Geometry, first: int, second: int, first_wins: int, second_wins: int
) -> tuple[int, int]:
    """The worst and the best end of a quiet position for the first player.

    ``…_wins`` are the empty cells that complete a four.
    """
    if geometry.wide:
        return LOST, WON
    if (geometry.columns * geometry.rows) & 1 == 0:
        return _leaders_bounds(geometry, first, second, first_wins, second_wins)
    low, high = _leaders_bounds(geometry, second, first, second_wins, first_wins)
    return WON - high, WON - low


@shared
def _leaders_bounds(
    geometry: Geometry, leader: int, follower: int, leader_wins: int, follower_wins: int
) -> tuple[int, int]:
    """The same for the leader."""
    leaders, followers = geometry.odd, geometry.even
    if geometry.rows & 1 != 0:
        leaders, followers = followers, leaders
    occupied = leader | follower
    empty, playable = geometry.board & ~occupied, drops(geometry, occupied)
    never = _above(geometry, leader_wins & followers) & leaders
    threats = leader_wins & leaders
    while threats != 0:
        column = column_cells(geometry, integer(lowest_index(threats)) // geometry.stride)
        below = followers & empty & column & (lowest(threats) - ONE)
        sure = follower | (leaders & empty & ~column & ~never) | below
        loose = (playable & followers & ~column) | (playable & column & leaders)
        if never_four(geometry, sure, loose):
            return WON, WON
        threats = without_lowest(threats)
    claims = follower_wins & followers
    sure = leader | (leaders & empty & ~_above(geometry, claims))
    if not never_four(geometry, sure, playable & followers):
        return LOST, WON
    if claims != 0 or has_four(geometry, follower | (followers & empty & ~playable)):
        return LOST, LOST
    return LOST, DRAWN


@shared
def _above(geometry: Geometry, cells: int) -> int:
    """The cells above ``cells``, of which no two in a column are neighbours, and others.

    In each column the spare bit minus a cell sets that cell and all above it; further cells of the
    column only clear themselves, and being every second one they do not matter.
    """
    return (geometry.top << 1) - cells
