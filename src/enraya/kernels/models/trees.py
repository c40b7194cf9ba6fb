"""Trained trees as a heuristic: the sum of all trees' predictions from our or the paper's features.

The numbers of the model, see `numbers_of`::

    [0]        how many trees
    [1]        1 when the trees predict the square root of a score, with its sign, else 0
    [2 …]      where each tree begins
    nodes      three numbers each: a feature, a threshold, and where to go if the feature is
               greater; otherwise the next node is the one right after it. A leaf has feature -1
               and its value in place of the threshold.

If the score can be seen at once (`certain`), trees on our features are not used.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.heuristics.evaluator import Context, numbers_of
from enraya.kernels.models.features import Features, look_at

COUNT, IS_ROOT, ROOTS = 0, 1, 2
NODE = 3
FEATURE, THRESHOLD, GREATER = 0, 1, 2


@shared
def sum_of_trees(numbers: NDArray[np.float32], features: Features) -> float:
    """The score that all trees together predict."""
    total = 0.0
    for tree in range(int(numbers[COUNT])):
        node = int(numbers[ROOTS + tree])
        feature = int(numbers[node + FEATURE])
        while feature >= 0:
            if features[feature] > numbers[node + THRESHOLD]:
                node = int(numbers[node + GREATER])
            else:
                node += NODE
            feature = int(numbers[node + FEATURE])
        total += numbers[node + THRESHOLD]
    return total * abs(total) if numbers[IS_ROOT] != 0 else total


@kernel
def tree_value(context: Context, board: Board, player: int) -> float:
    """The value that the trees predict for a player in a classic game on 7×6."""
    last = (board.plies + 1) & 1
    known = look_at(context, board, last)
    value = float(known.score)
    if not known.is_known:
        value = sum_of_trees(numbers_of(context), context.scratch)
    return value if player == last else -value


@kernel
def tree_values(
    numbers: NDArray[np.float32], features: NDArray[np.float64], out: NDArray[np.float64]
) -> None:
    """Writes the score that the trees predict for each row of features."""
    for i in range(out.size):
        out[i] = sum_of_trees(numbers, features[i])
