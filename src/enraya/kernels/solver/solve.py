"""The entry points of the solver: the score of a position by a series of null windows."""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, winning_cells
from enraya.kernels.core.board import win_score
from enraya.kernels.core.compile import ONE, ZERO, inlined, integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.memory import load, save
from enraya.kernels.solver.forced import QUIET, settle, static_bounds
from enraya.kernels.solver.negamax import STOPPED, negamax
from enraya.kernels.solver.table import mirrored_key
from enraya.kernels.solver.workspace import (
    BARE_CELLS,
    BASE,
    FRAMES,
    LARGE_BASE,
    LARGE_SHIFT,
    LARGE_USED,
    MIDDLE_BASE,
    MIDDLE_CELLS,
    MIDDLE_SHIFT,
    MIDDLE_USED,
    MIRROR_PLIES,
    NEAR_USED,
    NODES,
    SHIFT,
    STOP,
    cells_of,
    geometry_of,
)

NARROW = 5
"""Null windows at least this far from 0 need only small trees, so they are searched first."""
BARE_SEARCH_CELLS = 13
"""A search with at most this many empty cells ends before a table would pay for itself."""
SHARED_MIRROR_PLIES = 12
"""How many plies below the root it can still pay to look for mirror images."""
_HARD_NODES = 200_000
"""After this many nodes the next null window lies next to the known bound."""
_SPLIT = 3


@shared
def next_alpha(lower: int, upper: int, nodes: int) -> int:
    """The alpha of the next null window, at least ``lower`` and less than ``upper``."""
    return min(max(_promising_alpha(lower, upper, nodes), lower), upper - 1)


@shared
def _promising_alpha(lower: int, upper: int, nodes: int) -> int:
    """The alpha that asks first whether somebody wins quickly, then who wins, then how soon."""
    if -lower > 2 * NARROW and -lower >= upper:
        return lower // 2
    if upper > 2 * NARROW:
        return upper // 2
    if -lower > 2 * NARROW:
        return lower // 2
    step = (upper - lower) // _SPLIT if nodes < _HARD_NODES else 0
    if lower >= 1:
        return lower + step
    if upper <= 0:
        return upper - 1 - step
    return -1 if upper == 0 else 0


@inlined
def _choose_table(empty_cells: int, is_quick: bool, workspace: int) -> None:
    """Selects the table of a search: none for the smallest, the middle or the large one.

    Small searches get the middle table, so that they do not pay for cold memory.
    """
    if empty_cells <= BARE_SEARCH_CELLS:
        save(workspace, BARE_CELLS, word(BARE_SEARCH_CELLS))
        return
    save(workspace, BARE_CELLS, ZERO)
    save(workspace, NEAR_USED, ONE)
    if empty_cells <= integer(load(workspace, MIDDLE_CELLS)) or is_quick:
        save(workspace, BASE, load(workspace, MIDDLE_BASE))
        save(workspace, SHIFT, load(workspace, MIDDLE_SHIFT))
        save(workspace, MIDDLE_USED, ONE)
    else:
        save(workspace, BASE, load(workspace, LARGE_BASE))
        save(workspace, SHIFT, load(workspace, LARGE_SHIFT))
        save(workspace, LARGE_USED, ONE)


@shared
def _share_mirror_images(geometry: Geometry, mover: int, occupied: int, workspace: int) -> None:
    """Lets mirror images share table entries for some plies, if symmetry is still possible."""
    limit = 0
    if not geometry.wide and mirrored_key(geometry, mover) & (occupied ^ mover) == ZERO:
        limit = popcount(occupied) + SHARED_MIRROR_PLIES
    save(workspace, MIRROR_PLIES, word(limit))


@inlined
def pack(lower: int, upper: int) -> int:
    """Packs both bounds into one number."""
    return lower * 256 + upper + 128


@inlined
def _ask(
    mover: int, occupied: int, losses: int, alpha: int, turned: bool, workspace: int, table: int
) -> int:
    """Searches a null window; returns as `negamax` does.

    Alpha and the result are from the point of view of the player to move before the forced moves,
    who is not to move here if ``turned``.
    """
    frame = integer(FRAMES)  # Numba would give a literal a type of its own
    if not turned:
        return negamax(mover, occupied, losses, alpha, frame, workspace, table)
    return -negamax(mover, occupied, losses, -alpha - 1, frame, workspace, table)


@shared
def bounds(mover: int, occupied: int, low: int, high: int, workspace: int, table: int) -> int:
    """Bounds of a position's score, packed; they are equal when the score is exact.

    The game is not over. The search ends when the bounds meet, when they show that the score is at
    most ``low`` or at least ``high``, or when it is stopped, with the bounds proved so far.
    """
    geometry = geometry_of(workspace)
    save(workspace, NODES, ZERO)
    wins = winning_cells(geometry, mover) & ~occupied
    if wins & drops(geometry, occupied) != ZERO:
        score = win_score(popcount(occupied), cells_of(workspace))
        return pack(score, score)
    losses = winning_cells(geometry, occupied ^ mover) & ~occupied
    mover, occupied, wins, losses, _, turned, score = settle(
        geometry, mover, occupied, wins, losses, workspace
    )
    lower, upper = score, score
    if score == QUIET:
        lower, upper = static_bounds(geometry, mover, occupied, wins, losses, 0, workspace)
        _share_mirror_images(geometry, mover, occupied, workspace)
    if turned:
        lower, upper = -upper, -lower
    empty_cells = cells_of(workspace) - popcount(occupied)
    while lower < upper and lower < high and upper > low:
        alpha = next_alpha(lower, upper, integer(load(workspace, NODES)))
        alpha = min(max(alpha, low), high - 1)
        _choose_table(empty_cells, abs(alpha) >= NARROW, workspace)
        score = _ask(mover, occupied, losses, alpha, turned, workspace, table)
        if abs(score) == STOPPED:
            break
        if score > alpha:
            lower = score
        else:
            upper = score
    return pack(lower, upper)


@kernel
def solve(mover: int, occupied: int, low: int, high: int, workspace: int, table: int) -> int:
    """Does the same as `bounds`, for Python, which passes words as signed integers."""
    return bounds(word(mover), word(occupied), low, high, word(workspace), word(table))


@kernel
def solve_each(
    movers: NDArray[np.uint64],
    occupied: NDArray[np.uint64],
    reach: int,
    workspace: int,
    table: int,
    packed: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:
    """Writes what `solve` returns for each position to ``packed``, and its nodes to ``nodes``.

    It is asked for scores between ``-reach`` and ``reach``. When the search is stopped, the
    remaining positions are left untouched.
    """
    for i in range(movers.size):
        if load(word(workspace), STOP) != word(0):
            return
        packed[i] = bounds(movers[i], occupied[i], -reach, reach, word(workspace), word(table))
        nodes[i] = integer(load(word(workspace), NODES))
