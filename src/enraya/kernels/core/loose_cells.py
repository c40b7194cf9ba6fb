"""What a player can make of cells that follow-up play leaves to either player.

Whoever answers in the column just played decides who gets which cell, but for the next cell of a
column with an odd number of empty cells: these are *loose*. A stone on one of them is answered by
a stone on another; see `enraya.kernels.solver.followup`.
"""

from enraya.kernels.core.bits import has_four, winning_cells
from enraya.kernels.core.compile import inlined
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount, without_lowest

_MOST_LOOSE = 5
"""With more loose cells, a player gets three of them; that is not worked out here."""
_MOST_FOR_ONE = 3
"""With at most this many loose cells, a player gets only one of them."""


@inlined
def never_four(geometry: Geometry, sure: int, loose: int) -> bool:
    """Whether a player who gets ``sure`` and their share of the loose cells cannot have a four.

    The other player answers each loose cell with another, and begins if their number is odd.
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
    """Whether each loose cell makes a four with at most one other, which is then the answer."""
    rest = loose
    while rest != 0:
        cell = rest & ~without_lowest(rest)
        if without_lowest(winning_cells(geometry, sure | cell) & loose & ~cell) != 0:
            return False
        rest = without_lowest(rest)
    return True
