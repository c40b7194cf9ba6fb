"""Replays many recorded games at once: the boards they led to, and keys that tell boards apart."""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import column_cells, drops, mirrored
from enraya.kernels.core.board import Board, Rules, act, board_hash
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount

EXPLOSION = 255
"""Stands for an explosion in an array of columns."""


@kernel
def replay(
    geometry: Geometry,
    moves: NDArray[np.uint8],
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
) -> None:
    """Writes the stones of both players after the moves of each row.

    A row holds 1-based columns, then zeros; the caller makes sure that they are legal.
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
    """Writes a key for each board: the same for mirror images, different for all other boards.

    For boards with a spare bit above each column. A key combines the stones of the first player
    with a guard bit above the highest stone of each column; a book's key has the mover's stones
    instead. Data files hold these keys.
    """
    for i in range(first.size):
        occupied = first[i] | second[i]
        key = first[i] | (occupied + geometry.bottom)
        image = mirrored(geometry, first[i]) | (mirrored(geometry, occupied) + geometry.bottom)
        keys[i] = min(key, image)


@kernel
def position_keys(
    rules: Rules,
    geometry: Geometry,
    moves: NDArray[np.uint8],
    ends: NDArray[np.int64],
    openings: NDArray[np.int64],
    keys: NDArray[np.uint64],
) -> None:
    """Writes the `board_hash` of the position after every move that follows an opening.

    Args:
        rules: the rules of all games.
        geometry: the geometry of all games.
        moves: all games one after the other: columns from 0, or `EXPLOSION`; all legal.
        ends: where each game ends in ``moves``.
        openings: how many moves of each game belong to its opening.
        keys: modified in place: an entry for each move that follows an opening.
    """
    start = place = 0
    for i in range(ends.size):
        board = Board(word(0), word(0), word(0), 0)
        for j in range(start, ends[i]):
            action = geometry.columns if moves[j] == EXPLOSION else int(moves[j])
            board = act(rules, geometry, board, action)
            if j - start >= openings[i]:
                keys[place] = board_hash(board)
                place += 1
        start = ends[i]
