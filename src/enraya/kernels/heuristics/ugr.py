"""The two heuristics of the BOOM paper: stones near the centre, and groups of stones."""

from enraya.kernels.core.bits import column_cells
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import with_neighbour
from enraya.kernels.heuristics.evaluator import Context, Weights

DIAGONALS = 5
"""The weight of `groups` that tells how much runs on diagonals count."""


@shared
def centrality(geometry: Geometry, stones: int) -> int:
    """The sum, over all stones, of their column's distance from the nearer edge."""
    total = 0
    for column in range(1, geometry.columns - 1):
        distance = min(column, geometry.columns - 1 - column)
        total += distance * popcount(stones & column_cells(geometry, column))
    return total


@kernel
def centre(geometry: Context, board: Board, player: int) -> float:
    """How near the centre the player's stones are, bombs excluded; the opponent's do not count."""
    return geometry.weights[0] * centrality(geometry, stones_of(board, player) & ~board.bombs)


@shared
def _group_values(geometry: Geometry, stones: int, right: int, up: int, weights: Weights) -> float:
    """The worth of the runs of two, and of three or more, in one direction."""
    firsts = stones & ~with_neighbour(geometry, stones, -right, -up)
    pairs = stones & with_neighbour(geometry, stones, right, up)
    two = popcount(firsts & pairs)
    three = popcount(firsts & pairs & with_neighbour(geometry, pairs, right, up))
    return weights[1] * (two - three) + weights[2] * three


@shared
def group_score(geometry: Geometry, stones: int, weights: Weights) -> float:
    """The worth of a player's runs along rows and columns, and along diagonals if they count."""
    total = _group_values(geometry, stones, 1, 0, weights)
    total += _group_values(geometry, stones, 0, 1, weights)
    if weights[DIAGONALS] != 0:
        rising = _group_values(geometry, stones, 1, 1, weights)
        falling = _group_values(geometry, stones, 1, -1, weights)
        total += weights[DIAGONALS] * (rising + falling)
    return total


@kernel
def groups(geometry: Context, board: Board, player: int) -> float:
    """The worth of own stones near the centre and own groups, less that of the opponent's groups.

    ``weights``: the centre; a run of two; a run of three or more; how much the opponent's
    groups count when the first, and when the second player is judged; how much runs on
    diagonals count.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    return (
        weights[0] * centrality(geometry, own)
        + group_score(geometry, own, weights)
        - weights[3 + player] * group_score(geometry, other, weights)
    )
