"""Loading forests and boosted trees: arrays of a file to the numbers that the kernel reads.

A file has a row for each node, tree after tree, in the order of a walk that goes to the smaller
side first: ``feature`` (-1 for a leaf), ``value`` (the threshold, or the value of a leaf),
``greater`` (the row to continue at when the feature is greater than the threshold; otherwise the
next row); ``roots``, the row where each tree begins; and ``is_root``, 1 when the trees predict the
square root of a score, with its sign.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.heuristics import CompiledHeuristic
from enraya.kernels.models.trees import NODE, ROOTS, tree_value, tree_value_with_paper
from enraya.models.checks import check_trees
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.models.on_features import load_on_features

_KERNELS = {OUR_NAMES: tree_value, PAPER_NAMES: tree_value_with_paper}


def load_trees(name: str, file: ModelFile) -> CompiledHeuristic:
    """The heuristic of a file with trees.

    Raises:
        InvalidSetting: when the arrays are not trees on the features it names.
    """
    return load_on_features(name, file, _KERNELS, tree_numbers)


def tree_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers that the kernel reads.

    Raises:
        InvalidSetting: when they would lead it astray.
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
