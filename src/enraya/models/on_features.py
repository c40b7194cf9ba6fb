"""Models on named features of a board, as heuristics."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.heuristics import CompiledHeuristic
from enraya.heuristics.heuristic import weights_of
from enraya.kernels.heuristics.evaluator import Evaluator
from enraya.models.modelfile import ModelFile
from enraya.rules.classic import classic

WIN = 1_000.0
"""What a won game is worth; no score comes near it."""


def load_on_features(
    name: str,
    file: ModelFile,
    features: tuple[str, ...],
    kernel: Evaluator,
    numbers_of: Callable[[ModelFile], NDArray[np.float32]],
    win: float = WIN,
) -> CompiledHeuristic:
    """The heuristic of a file whose model was trained on these features.

    Args:
        name: how the model is written down.
        file: the model.
        features: their names, in the order in which the kernel computes them.
        kernel: what values a board.
        numbers_of: what the kernel reads, from the file; called when the features fit.
        win: what a won game is worth.

    Raises:
        InvalidSetting: when it was trained on other features.
    """
    if file.header.features != features:
        raise InvalidSetting(f"{name} was trained on features that this enraya does not compute")
    numbers = numbers_of(file)
    return CompiledHeuristic(name, kernel, weights_of(), win, numbers=numbers, only=classic())
