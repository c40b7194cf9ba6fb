"""Random games: every legal action equally likely until the game is over."""

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
from enraya.kernels.core.compile import kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, popcount, without_lowest
from enraya.kernels.core.randomness import advance, below, mix, stream


@shared
def random_cell(cells: int, choice: int) -> int:
    """The cell with the ``choice``-th lowest index, counted from 0."""
    for _ in range(choice):
        cells = without_lowest(cells)
    return lowest(cells)


@shared
def random_action(rules: Rules, geometry: Geometry, board: Board, bits: int) -> Board:
    """The board after a uniformly random legal action, drawn with the random word ``bits``."""
    cells = drops(geometry, board.first | board.second)
    open_columns = popcount(cells)
    actions = open_columns
    if rules.bomb_period != 0 and can_explode(rules, board):
        actions += 1
    choice = below(bits, actions)
    if choice == open_columns:
        return explode(rules, geometry, board)
    return drop(rules, board, random_cell(cells, choice))


@shared
def playout(rules: Rules, geometry: Geometry, board: Board, state: int) -> tuple[int, Board]:
    """The result and the last board of one random game that starts on ``board``."""
    result = game_result(rules, geometry, board)
    while result == UNDECIDED:
        state = advance(state)
        board = random_action(rules, geometry, board, mix(state))
        result = game_result(rules, geometry, board)
    return result, board


@kernel
def playouts(
    rules: Rules,
    geometry: Geometry,
    board: Board,
    seed: int,
    first_game: int,
    results: NDArray[np.int8],
    lengths: NDArray[np.int32],
) -> None:
    """Plays one random game for each entry of ``results`` and ``lengths``, modified in place.

    Game number ``first_game + i`` depends only on the rules, the board, the seed and that number.
    """
    for i in range(results.size):
        state = stream(seed, word(first_game + i))
        result, last = playout(rules, geometry, board, state)
        results[i] = result
        lengths[i] = last.plies - board.plies
