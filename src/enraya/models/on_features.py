"""Loading models on named features of a board: forests, boosted trees, networks, regressions.

A file with trees has a row for each node, tree after tree, in the order of a walk that takes the
smaller side first: ``feature`` (-1 for a leaf), ``value`` (the threshold, or the value of a leaf),
``greater`` (the row to continue at if the feature is greater than the threshold; otherwise it is
the next row). It also has ``roots``, the row where each tree begins, and ``is_root``, 1 if the
trees predict the square root of a score, with its sign.

A file with layers, also that of a logistic regression, has ``weights0``, ``biases0``, ``weights1``,
… and ``scale``. Each ``weights`` has a row for each value of its layer.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.heuristics import CompiledHeuristic
from enraya.heuristics.heuristic import weights_of
from enraya.kernels.heuristics.evaluator import Evaluator
from enraya.kernels.models.features_paper import OURS, PAPER, PUBLISHED
from enraya.kernels.models.network import CHANCES, LINEAR, network_value
from enraya.kernels.models.trees import NODE, ROOTS, tree_value
from enraya.models.checks import check_network, check_trees
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.rules.classic import classic

WIN = 1_000.0
"""The value of a won game, far above any score."""


def load_on_features(
    name: str,
    file: ModelFile,
    kernel: Evaluator,
    numbers_of: Callable[[ModelFile], NDArray[np.float32]],
    inputs: tuple[tuple[str, ...], ...] = (OUR_NAMES, PAPER_NAMES),
    win: float = WIN,
) -> CompiledHeuristic:
    """The heuristic of a model that was trained on a known set of features.

    Args:
        name: the text that describes the heuristic.
        file: the model.
        kernel: the kernel that values a board.
        numbers_of: makes the numbers that the kernel reads; called if the features are known.
        inputs: the sets of features that the kernel can take: their names in order.
        win: the value of a won game.

    Raises:
        InvalidSetting: if the model was trained on other features.
    """
    features = file.header.features
    if features not in inputs:
        raise InvalidSetting(f"{name} was trained on features that this enraya does not compute")
    paper = PUBLISHED if file.header.parameters.get("published", False) else PAPER
    weights = weights_of(OURS if features == OUR_NAMES else paper)
    numbers = numbers_of(file)
    return CompiledHeuristic(name, kernel, weights, win, numbers=numbers, only=classic())


def tree_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers of a model of trees, as the kernel reads them.

    Raises:
        InvalidSetting: if the trees are invalid, see `check_trees`.
    """
    check_trees(file)
    arrays = file.arrays
    feature, value, greater, roots = (
        np.asarray(arrays[name]) for name in ("feature", "value", "greater", "roots")
    )
    base = ROOTS + len(roots)
    nodes = np.empty((len(feature), NODE), dtype=np.float32)
    nodes[:, 0], nodes[:, 1] = feature, value
    nodes[:, 2] = base + NODE * greater.astype(np.int64)
    starts = base + NODE * roots.astype(np.int64)
    head = [len(roots), float(arrays["is_root"])]
    return np.concatenate([head, starts, nodes.ravel()]).astype(np.float32)


def network_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers of a network, as the kernel reads them.

    Raises:
        InvalidSetting: if the layers do not fit together.
    """
    check_network(file)
    arrays = file.arrays
    count = sum(name.startswith("weights") for name in arrays)
    layers = [(arrays[f"weights{i}"], arrays[f"biases{i}"]) for i in range(count)]
    sizes = [len(file.header.features), *(len(biases) for _, biases in layers)]
    output = LINEAR if sizes[-1] == 1 else CHANCES
    head = [count, output, float(arrays["scale"]), *sizes]
    parts = [part.ravel() for layer in layers for part in layer]
    return np.concatenate([head, *parts]).astype(np.float32)


load_trees = partial(load_on_features, kernel=tree_value, numbers_of=tree_numbers)
"""Makes the heuristic of a model file with trees."""
load_network = partial(load_on_features, kernel=network_value, numbers_of=network_numbers)
"""Makes the heuristic of a model file with layers."""
