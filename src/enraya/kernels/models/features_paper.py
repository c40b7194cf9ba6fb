"""The eleven features of the learning paper (UAM, 2019) for the player who just moved.

From every cell, in each of the eight directions, the stones of one colour are counted until another
cell or the edge ends the run. A run of exactly two or three stones is *effective* if an empty cell
ends it, else *blocked*. The published program never looks at the last column when it walks to the
right, nor at the bottom row when it walks down; ``published`` does the same.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import column_cells
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index, popcount
from enraya.kernels.core.windows import with_neighbour
from enraya.kernels.heuristics.evaluator import Context

PAPER_FEATURES = 11
INPUTS = 0
"""The weight of a heuristic that says which features its model takes."""
OURS, PAPER, PUBLISHED = 0, 1, 2
"""The values of that weight: our features, the paper's, or those of the published program."""


class RunCounts(NamedTuple):
    """How many runs of one length are blocked, and how many are effective (see the module)."""

    blocked: int
    effective: int


@shared
def seen_cells(geometry: Geometry, right: int, up: int, published: int) -> int:
    """The cells that a walk in a direction looks at."""
    cells = geometry.board
    if published != 0 and right > 0:
        cells &= ~column_cells(geometry, geometry.columns - 1)
    if published != 0 and up < 0:
        cells &= geometry.not_bottom
    return cells


@shared
def runs(geometry: Geometry, own: int, other: int, length: int, published: int) -> RunCounts:
    """The runs of exactly ``length`` own stones, counted from every cell in every direction."""
    blocked = effective = 0
    for right in range(-1, 2):
        for up in range(-1, 2):
            if right == 0 and up == 0:
                continue
            seen = seen_cells(geometry, right, up, published)
            stones, stoppers = own & seen, seen & ~(own | other)
            starts = stones
            for _ in range(length - 1):
                starts = stones & with_neighbour(geometry, starts, right, up)
                stoppers = with_neighbour(geometry, stoppers, right, up)
            ended = starts & ~with_neighbour(geometry, starts, right, up)
            stoppers = with_neighbour(geometry, stoppers, right, up)
            effective += popcount(ended & stoppers)
            blocked += popcount(ended & ~stoppers)
    return RunCounts(blocked, effective)


@shared
def steps(geometry: Geometry, own: int, cell: int, right: int, up: int) -> int:
    """How many own stones the published program counts beyond a cell in a direction."""
    seen = own & seen_cells(geometry, right, up, 1)
    count = 0
    cell = with_neighbour(geometry, cell, -right, -up) & seen
    while cell != 0:
        count += 1
        cell = with_neighbour(geometry, cell, -right, -up) & seen
    return count


@shared
def has_published_four(geometry: Geometry, own: int, last: int) -> bool:
    """Whether the published program sees that the last stone wins: exactly four in a line."""
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        there = steps(geometry, own, last, right, up)
        back = steps(geometry, own, last, -right, -up)
        if 1 + there + back == 4:
            return True
    return False


@shared
def mean_distance(geometry: Geometry, stones: int) -> float:
    """The mean distance between two different stones; 0 when there are fewer than two."""
    count = popcount(stones)
    if count < 2:
        return 0.0
    total, rest = 0.0, stones
    while rest != 0:
        here = lowest_index(rest)
        rest ^= lowest(rest)
        others = rest
        while others != 0:
            there = lowest_index(others)
            others ^= lowest(others)
            right = there // geometry.stride - here // geometry.stride
            up = there % geometry.stride - here % geometry.stride
            total += sqrt(right * right + up * up)
    return 2 * total / (count * (count - 1))


@shared
def write_paper_features(
    geometry: Geometry, ally: int, opponent: int, published: int, out: NDArray[np.float64]
) -> None:
    """Writes the eleven features to ``out``; the ally is the player who just moved."""
    out[0] = popcount(ally) + popcount(opponent)
    out[1] = mean_distance(geometry, ally)
    out[2] = mean_distance(geometry, opponent)
    for place, length in ((3, 2), (7, 3)):
        own = runs(geometry, ally, opponent, length, published)
        other = runs(geometry, opponent, ally, length, published)
        out[place], out[place + 1] = own.blocked, own.effective
        out[place + 2], out[place + 3] = other.blocked, other.effective


@kernel
def paper_features(
    geometry: Geometry,
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    published: int,
    out: NDArray[np.float64],
) -> None:
    """Writes the features of many boards, a row each, to ``out``."""
    for i in range(first.size):
        ally, opponent = first[i], second[i]
        if ((popcount(first[i]) + popcount(second[i])) & 1) == 0:
            ally, opponent = opponent, ally
        write_paper_features(geometry, ally, opponent, published, out[i])


@shared
def look_with_paper(context: Context, board: Board, last: int) -> None:
    """Writes the paper's features to the context's scratch space; ``last`` moved last."""
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    published = int(context.weights[INPUTS] == PUBLISHED)
    write_paper_features(context, ally, opponent, published, context.scratch)
