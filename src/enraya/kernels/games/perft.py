"""The number of lines of play: of sequences of a given number of legal actions.

It is known for many boards, so it checks move generation and game ends at once.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops
from enraya.kernels.core.board import (
    UNDECIDED,
    Board,
    Rules,
    can_explode,
    drop,
    explode,
    game_result,
)
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, popcount, without_lowest


@kernel
def perft(rules: Rules, geometry: Geometry, board: Board, depth: int) -> int:
    """The number of sequences of exactly ``depth`` actions from this board.

    No sequence continues after the end of the game.
    """
    if game_result(rules, geometry, board) != UNDECIDED:
        return 1 if depth == 0 else 0
    if depth == 0:
        return 1
    cells = drops(geometry, board.first | board.second)
    can_boom = rules.bomb_period != 0 and can_explode(rules, board)
    if depth == 1:  # whatever the last action leads to, it counts once
        return popcount(cells) + can_boom
    total = 0
    while cells != 0:
        total += perft(rules, geometry, drop(rules, board, lowest(cells)), depth - 1)
        cells = without_lowest(cells)
    if can_boom:
        total += perft(rules, geometry, explode(rules, geometry, board), depth - 1)
    return total


@kernel
def successors(
    rules: Rules,
    geometry: Geometry,
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    plies: int,
    next_first: NDArray[np.uint64],
    next_second: NDArray[np.uint64],
) -> int:
    """Writes all boards one drop after the given ones to ``next_…`` and returns their number.

    For games without bombs. Boards on which the game is over have no successors. The output
    arrays, modified in place, need room for ``columns`` boards for each given one.
    """
    count = 0
    for i in range(first.size):
        board = Board(first[i], second[i], word(0), plies)
        if game_result(rules, geometry, board) != UNDECIDED:
            continue
        cells = drops(geometry, first[i] | second[i])
        while cells != 0:
            child = drop(rules, board, lowest(cells))
            next_first[count] = child.first
            next_second[count] = child.second
            count += 1
            cells = without_lowest(cells)
    return count
