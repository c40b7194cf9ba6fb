"""The positions that many games went through, as numbers to be counted."""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import Board, Rules, act, board_hash
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry

EXPLOSION = 255
"""Stands for the explosion among columns."""


@kernel
def position_keys(
    rules: Rules,
    geometry: Geometry,
    moves: NDArray[np.uint8],
    ends: NDArray[np.int64],
    openings: NDArray[np.int64],
    keys: NDArray[np.uint64],
) -> None:
    """Writes the `board_hash` of every position that a move after the opening led to.

    Args:
        rules: of all games.
        geometry: of all games.
        moves: all games one after the other: columns from 0, or `EXPLOSION`; all legal.
        ends: where each game ends in ``moves``.
        openings: how many of its moves belong to its opening.
        keys: modified in place: a place for each move that does not.
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
