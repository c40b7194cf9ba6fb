"""Valuing many boards with one heuristic."""

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.heuristics.evaluator import CONTEXT_TYPE, EVALUATOR, Context, Evaluator

VALUE_BOARDS: Any = types.void(
    EVALUATOR, CONTEXT_TYPE, types.uint64[::1], types.uint64[::1], types.float64[::1]
)
"""The signature of `value_boards`."""


@kernel
def value_boards(
    evaluate: Evaluator,
    context: Context,
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    out: NDArray[np.float64],
) -> None:
    """Writes how good each classic board is for the player who just moved."""
    for i in range(first.size):
        plies = popcount(first[i] | second[i])
        board = Board(first[i], second[i], word(0), plies)
        out[i] = evaluate(context, board, (plies + 1) & 1)
