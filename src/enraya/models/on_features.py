"""Models on named features of a board, as heuristics."""

from collections.abc import Callable, Mapping

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
    kernels: Mapping[tuple[str, ...], Evaluator],
    numbers_of: Callable[[ModelFile], NDArray[np.float32]],
    win: float = WIN,
) -> CompiledHeuristic:
    """The heuristic of a file whose model was trained on a known set of features.

    Args:
        name: how the model is written down.
        file: the model.
        kernels: what values a board, by the names of its features in their order.
        numbers_of: what the kernel reads, from the file; called when the features fit.
        win: what a won game is worth.

    Raises:
        InvalidSetting: when it was trained on other features.
    """
    kernel = next((k for names, k in kernels.items() if names == file.header.features), None)
    if kernel is None:
        raise InvalidSetting(f"{name} was trained on features that this enraya does not compute")
    published = bool(file.header.parameters.get("published", False))
    numbers, weights = numbers_of(file), weights_of(published)
    return CompiledHeuristic(name, kernel, weights, win, numbers=numbers, only=classic())
