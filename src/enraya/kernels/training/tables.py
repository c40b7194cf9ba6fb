"""Fitting tables to exact scores: one correction for each board, shared among its looks."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.compile import kernel
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.models.ntuple import locate, sum_at


@kernel
def fit_tables(
    geometry: Geometry,
    contributions: NDArray[np.int32],
    boards: NDArray[np.uint64],
    targets: NDArray[np.float64],
    order: NDArray[np.int64],
    rate: float,
    weights: NDArray[np.float32],
    counts: NDArray[np.float32],
) -> None:
    """Corrects the weights once by each board, in this order; modified in place.

    ``boards`` has the first and the second player's stones in each row; ``weights`` and ``counts``
    have a row for each player to move. ``counts`` says how often each weight was met, from 1: the
    more often, the less it changes.
    """
    looks = contributions.shape[2]
    indexes = np.empty(looks, dtype=np.int32)
    for i in order:
        occupied = boards[i, 0] | boards[i, 1]
        mover = popcount(occupied) & 1
        locate(geometry, contributions, boards[i, 0], occupied, indexes)
        error = targets[i] - sum_at(weights[mover], indexes)
        for look in range(looks):
            place = indexes[look]
            counts[mover, place] += 1
            weights[mover, place] += rate * error / (looks * sqrt(counts[mover, place]))
