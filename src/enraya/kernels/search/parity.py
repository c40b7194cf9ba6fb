"""What the parity of the rows decides without looking ahead: bounds of how a game ends.

The rule is "claimeven" (Allis, "A knowledge-based approach of Connect-Four", 1988). On a board with
an even number of rows, whoever always answers in the column just played gets its even cells; rows
count from 1. So in a quiet position, where nobody completes four next and the mover has a choice:

* If the first player's stones, the odd cells and the cells that can be played now hold no four, the
  second player follows everywhere, and the first player does not win. An even cell that wins for
  the second player is theirs in the end, and the cells above it are never played.
* If an odd cell wins for the first player, they follow everywhere but below it, and the second
  player must at last play there. The first player wins unless the cells that the second player may
  get by then hold a four.

The solver has the same rules with scores in `enraya.kernels.solver.followup`, which explains why.
"""

from enraya.kernels.core.bits import column_cells, drops, has_four
from enraya.kernels.core.compile import integer, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import ONE, lowest, lowest_index, without_lowest
from enraya.kernels.search.graph import DRAWN, LOST, WON


@shared
def parity_bounds(
    geometry: Geometry, first: int, second: int, first_wins: int, second_wins: int
) -> tuple[int, int]:
    """The worst and the best end of a quiet position for the first player.

    ``…_wins`` are the empty cells that complete a four.
    """
    if geometry.wide or (geometry.rows & 1) != 0:
        return LOST, WON
    occupied = first | second
    empty, playable = geometry.board & ~occupied, drops(geometry, occupied)
    if _forces_down(geometry, second | playable, empty, first_wins):
        return WON, WON
    claims = second_wins & geometry.even
    reach = (geometry.odd & empty & ~_odd_above(geometry, claims)) | playable
    if has_four(geometry, first | reach):
        return LOST, WON
    if claims != 0 or has_four(geometry, second | (geometry.even & empty & ~playable)):
        return LOST, LOST
    return LOST, DRAWN


@shared
def _odd_above(geometry: Geometry, cells: int) -> int:
    """The odd cells above even ``cells``.

    In each column the spare bit minus a cell sets that cell and all above it; further cells of the
    column only clear themselves, and being even they do not matter.
    """
    return ((geometry.top << 1) - cells) & geometry.odd


@shared
def _forces_down(geometry: Geometry, second: int, empty: int, first_wins: int) -> bool:
    """Whether the second player must at last play below an odd cell that wins for the first.

    ``second`` are their stones and the cells playable now.
    """
    never = _odd_above(geometry, first_wins & geometry.even)
    threats = first_wins & geometry.odd
    while threats != 0:
        cell = lowest(threats)
        column = column_cells(geometry, integer(lowest_index(threats)) // geometry.stride)
        elsewhere = geometry.odd & empty & ~column & ~never
        below = geometry.even & empty & column & (cell - ONE)
        if not has_four(geometry, second | elsewhere | below):
            return True
        threats = without_lowest(threats)
    return False
