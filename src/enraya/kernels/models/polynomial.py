"""The polynomial of the learning paper as a heuristic, on its eleven features.

The numbers of the model (see `numbers_of`) are the degree, the intercept, and the coefficients:
first that of the constant, then of each feature, then of each product of two in the order x1·x1,
x1·x2, …, x11·x11, then of the products of three and of four in the same order.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.heuristics.evaluator import Context, numbers_of
from enraya.kernels.models.features import Features
from enraya.kernels.models.features_paper import PAPER_FEATURES, look_with_paper

DEGREE, INTERCEPT, COEFFICIENTS = 0, 1, 2
MOST_DEGREE = 4
_PAIRS = PAPER_FEATURES * (PAPER_FEATURES + 1) // 2
_TRIPLES = _PAIRS * (PAPER_FEATURES + 2) // 3
LINEAR = COEFFICIENTS + 1
SQUARE = LINEAR + PAPER_FEATURES
CUBE = SQUARE + _PAIRS
FOURTH = CUBE + _TRIPLES
"""Where the coefficients of each degree begin."""


@shared
def polynomial(numbers: NDArray[np.float32], features: Features) -> float:
    """The value of the polynomial for these features."""
    degree = int(numbers[DEGREE])
    total = float(numbers[INTERCEPT]) + float(numbers[COEFFICIENTS])
    square, cube, fourth = SQUARE, CUBE, FOURTH
    for i in range(PAPER_FEATURES):
        total += float(numbers[LINEAR + i]) * features[i]
        for j in range(i, PAPER_FEATURES if degree > 1 else i):
            two = features[i] * features[j]
            total += float(numbers[square]) * two
            square += 1
            for k in range(j, PAPER_FEATURES if degree > 2 else j):
                three = two * features[k]
                total += float(numbers[cube]) * three
                cube += 1
                for m in range(k, PAPER_FEATURES if degree > 3 else k):
                    total += float(numbers[fourth]) * three * features[m]
                    fourth += 1
    return total


@kernel
def polynomial_value(context: Context, board: Board, player: int) -> float:
    """The value that the polynomial predicts for a player in a classic game on 7×6."""
    last = (board.plies + 1) & 1
    look_with_paper(context, board, last)
    value = polynomial(numbers_of(context), context.scratch)
    return value if player == last else -value
