"""The polynomial of the learning paper as a heuristic, on its eleven features.

The numbers of the model, see `numbers`: the degree; 1 for the published slips of the features; the
intercept; then the coefficients, first that of the constant, then of each feature, then of each
product of two in the order x1·x1, x1·x2, …, x11·x11, then of three in the same manner.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import integer, kernel, shared
from enraya.kernels.heuristics.evaluator import Context
from enraya.kernels.models.features_board import Features
from enraya.kernels.models.features_paper import PAPER_FEATURES, write_paper_features
from enraya.kernels.models.numbers import numbers_of

DEGREE, PUBLISHED, INTERCEPT, COEFFICIENTS = 0, 1, 2, 3
_CUBIC = 3


@shared
def polynomial(numbers: NDArray[np.float32], features: Features) -> float:
    """The value of the polynomial."""
    total = float(numbers[INTERCEPT]) + float(numbers[COEFFICIENTS])
    linear = COEFFICIENTS + 1
    square = linear + PAPER_FEATURES
    cube = square + PAPER_FEATURES * (PAPER_FEATURES + 1) // 2
    for i in range(PAPER_FEATURES):
        total += float(numbers[linear + i]) * features[i]
        for j in range(i, PAPER_FEATURES):
            product = features[i] * features[j]
            total += float(numbers[square]) * product
            square += 1
            if numbers[DEGREE] == _CUBIC:
                for k in range(j, PAPER_FEATURES):
                    total += float(numbers[cube]) * product * features[k]
                    cube += 1
    return total


@kernel
def polynomial_value(context: Context, board: Board, player: int) -> float:
    """The value that the polynomial predicts, for a player; classic games on 7×6."""
    last = (board.plies + 1) & 1
    numbers = numbers_of(context)
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    published = integer(numbers[PUBLISHED])
    write_paper_features(context, ally, opponent, published, context.scratch)
    value = polynomial(numbers, context.scratch)
    return value if player == last else -value
