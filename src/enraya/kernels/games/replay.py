"""Boards of many games at once, and keys that a board shares with its mirror image."""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import column_cells, drops, mirrored
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount


@kernel
def replay(
    geometry: Geometry,
    moves: NDArray[np.uint8],
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
) -> None:
    """Writes the stones of both players after the moves of each row.

    A row holds 1-based columns, then zeros; the caller knows that they are legal.
    """
    for i in range(moves.shape[0]):
        stones = other = word(0)
        for j in range(moves.shape[1]):
            if moves[i, j] == 0:
                break
            cells = drops(geometry, stones | other) & column_cells(geometry, int(moves[i, j]) - 1)
            stones, other = other, stones | cells
        odd = popcount(stones | other) & 1
        first[i], second[i] = (other, stones) if odd == 1 else (stones, other)


@kernel
def canonical_keys(
    geometry: Geometry,
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    keys: NDArray[np.uint64],
) -> None:
    """Writes a number for each board: equal for mirror images, different for all others.

    For boards with a spare bit above each column: the stones of the first player and a guard above
    the highest stone of each column, where the key of a book has the stones of the mover. Data
    files hold these keys.
    """
    for i in range(first.size):
        occupied = first[i] | second[i]
        key = first[i] | (occupied + geometry.bottom)
        image = mirrored(geometry, first[i]) | (mirrored(geometry, occupied) + geometry.bottom)
        keys[i] = min(key, image)
