"""A trained network as a heuristic: ReLU layers, and a linear one at the end.

Its inputs are our features, or the paper's.

The numbers of the model, see `numbers_of`::

    [0]          how many layers
    [1]          0: the last layer has one value, the prediction; 1: it has three, for a loss, a
                 draw and a win; the prediction is the scale times (chance to win - chance to lose)
    [2]          the scale
    [3 …]        the size of the input and of each layer
    then         for each layer its weights, a row for each of its values, and its biases

With a single layer that has three values it is a logistic regression. If the score can be seen at
once (`certain`), a network on our features is not used.
"""

from math import exp

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.heuristics.evaluator import SCRATCH, Context, numbers_of
from enraya.kernels.models.features import Features, look_at

LAYERS, OUTPUT, SCALE, SIZES = 0, 1, 2, 3
LINEAR, CHANCES = 0, 1
HALF = 176
"""Where the values of every second layer begin in the scratch space, behind those of the input."""
MOST_VALUES = 80
"""The most values that a layer after the input can have."""


@shared
def apply_layer(
    numbers: NDArray[np.float32], at: int, inputs: int, outputs: int, is_last: bool,
    source: Features, target: Features,
) -> None:  # fmt: skip
    """Writes the values of one layer, whose weights begin at ``at``."""
    biases = at + inputs * outputs
    for i in range(outputs):
        total = float(numbers[biases + i])
        row = at + i * inputs
        for j in range(inputs):
            total += numbers[row + j] * source[j]
        target[i] = total if is_last else max(total, 0.0)


@shared
def network_answer(numbers: NDArray[np.float32], scratch: Features) -> float:
    """The network's prediction from the features at the start of ``scratch``."""
    layers = int(numbers[LAYERS])
    at = SIZES + layers + 1
    source, target = scratch[:HALF], scratch[HALF:]
    for layer in range(layers):
        inputs, outputs = int(numbers[SIZES + layer]), int(numbers[SIZES + layer + 1])
        apply_layer(numbers, at, inputs, outputs, layer == layers - 1, source, target)
        at += (inputs + 1) * outputs
        source, target = target, source
    if numbers[OUTPUT] == LINEAR:
        return float(source[0])
    most = max(source[0], source[1], source[2])
    loss, draw, win = exp(source[0] - most), exp(source[1] - most), exp(source[2] - most)
    return float(numbers[SCALE]) * (win - loss) / (win + draw + loss)


@kernel
def network_value(context: Context, board: Board, player: int) -> float:
    """The value that the network predicts for a player in a classic game on 7×6."""
    last = (board.plies + 1) & 1
    known = look_at(context, board, last)
    value = float(known.score)
    if not known.is_known:
        value = network_answer(numbers_of(context), context.scratch)
    return value if player == last else -value


@kernel
def network_values(
    numbers: NDArray[np.float32], features: NDArray[np.float64], out: NDArray[np.float64]
) -> None:
    """Writes the network's prediction for each row of features."""
    scratch = np.empty(SCRATCH)
    for i in range(out.size):
        scratch[: features.shape[1]] = features[i]
        out[i] = network_answer(numbers, scratch)
