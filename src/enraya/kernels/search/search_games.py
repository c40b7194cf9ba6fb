"""Whole games between two fixed-depth searches, many in one call."""

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.board import UNDECIDED, Board, Rules, act, game_result, mover
from enraya.kernels.core.compile import integer, kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.evaluator import (
    CONTEXT_TYPE,
    EVALUATOR,
    GEOMETRY_TYPE,
    RULES_TYPE,
    Context,
    Evaluator,
)
from enraya.kernels.search.alphabeta import (
    BOUNDS,
    STYLE_TYPE,
    WORDS,
    Style,
    move_values,
)
from enraya.kernels.search.counts import COUNTS, UNLIMITED

SEARCH_GAMES: Any = types.void(
    RULES_TYPE, GEOMETRY_TYPE, STYLE_TYPE, types.int64, EVALUATOR, CONTEXT_TYPE, EVALUATOR,
    CONTEXT_TYPE, types.uint64[:, ::1], types.int8[::1], types.int16[::1],
)  # fmt: skip
"""The signature of `search_games`; compile `move_values` first."""


@shared
def _board_of(row: NDArray[np.uint64]) -> Board:
    """The board that a row of four words holds."""
    return Board(row[0], row[1], row[2], integer(row[3]))


@kernel
def search_games(
    rules: Rules, geometry: Geometry, style: Style, depth: int, first: Evaluator,
    first_context: Context, second: Evaluator, second_context: Context,
    boards: NDArray[np.uint64], winners: NDArray[np.int8], lengths: NDArray[np.int16],
) -> None:  # fmt: skip
    """Plays on from each board: the first player by one heuristic, the second by the other.

    Both look ``depth`` moves ahead. ``boards`` holds the fields of `Board` in their order, none of
    them decided. ``winners`` (0 for a draw) and ``lengths``, opening included, are modified in
    place.
    """
    words, bounds = np.empty((depth, WORDS), dtype=np.uint64), np.empty((depth, BOUNDS))
    values, counts = np.empty(geometry.columns + 1), np.zeros(COUNTS, dtype=np.int64)
    for i in range(len(boards)):
        board, result = _board_of(boards[i]), integer(UNDECIDED)
        while result == UNDECIDED:
            counts[:] = 0
            if mover(rules, board.plies) == 0:
                place = move_values(
                    rules, geometry, style, first, first_context, board, depth, UNLIMITED,
                    words, bounds, values, counts,
                )  # fmt: skip
            else:
                place = move_values(
                    rules, geometry, style, second, second_context, board, depth, UNLIMITED,
                    words, bounds, values, counts,
                )  # fmt: skip
            board = act(rules, geometry, board, place)
            result = game_result(rules, geometry, board)
        winners[i], lengths[i] = result, board.plies
