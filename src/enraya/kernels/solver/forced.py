"""Chains of forced moves, and bounds of a position's score without a search.

A position is *quiet* when neither player can win with the next stone and the mover has at least
two moves that do not lose at once. The moves between two quiet positions are forced; they are
played out here and cost no nodes.
"""

from enraya.kernels.core.bits import safe_moves, winning_cells
from enraya.kernels.core.board import win_score
from enraya.kernels.core.compile import inlined
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount, without_lowest
from enraya.kernels.solver.followup import leaders_bounds
from enraya.kernels.solver.workspace import cells_of

QUIET = 100
"""Returned instead of a score if the position must be searched."""


@inlined
def settle(
    geometry: Geometry, mover: int, occupied: int, wins: int, losses: int, workspace: int
) -> tuple[int, int, int, int, int, bool, int]:
    """Plays forced moves until the position is quiet or decided.

    ``wins`` and ``losses`` are the empty cells that complete a four of the mover and of the
    opponent; the mover cannot win at once. Returns mover, occupied, wins and losses of the position
    reached, its safe moves, whether the other player is to move there, and its score or `QUIET`.
    """
    turned = False
    while True:
        safe = safe_moves(geometry, occupied, losses)
        if safe == 0:
            stones = popcount(occupied)
            cells = cells_of(workspace)
            score = 0 if stones == cells else -win_score(stones + 1, cells)
            return mover, occupied, wins, losses, safe, turned, score
        if without_lowest(safe) != 0:
            return mover, occupied, wins, losses, safe, turned, QUIET
        mover |= safe
        occupied |= safe
        new_wins = winning_cells(geometry, mover) & ~occupied
        mover ^= occupied  # the other player's view
        wins, losses = losses & ~safe, new_wins
        turned = not turned


@inlined
def static_bounds(
    geometry: Geometry,
    mover: int,
    occupied: int,
    wins: int,
    losses: int,
    alpha: int,
    workspace: int,
) -> tuple[int, int]:
    """Bounds of a quiet position's score, computed only to tell on which side of alpha it lies."""
    stones, cells = popcount(occupied), cells_of(workspace)
    upper = win_score(stones + 2, cells)  # neither side wins with its next stone
    lower = -win_score(stones + 3, cells)
    other = occupied ^ mover
    if (cells - stones) & 1:  # the follower is to move: negate the leader's bounds
        first_lower, first_upper = leaders_bounds(
            geometry, other, mover, losses, wins, -alpha - 1, workspace
        )
        return max(lower, -first_upper), min(upper, -first_lower)
    first_lower, first_upper = leaders_bounds(
        geometry, mover, other, wins, losses, alpha, workspace
    )
    return max(lower, first_lower), min(upper, first_upper)
