"""Loading networks and logistic regressions.

A file has ``weights0``, ``biases0``, ``weights1``, … and ``scale``. Each ``weights``
has a row for each value of its layer.
"""

import numpy as np
from numpy.typing import NDArray

from enraya.heuristics import CompiledHeuristic
from enraya.kernels.models.network import (
    CHANCES,
    LINEAR,
    network_value,
    network_value_with_paper,
)
from enraya.models.checks import check_network
from enraya.models.features import OUR_NAMES, PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.models.on_features import load_on_features

_KERNELS = {OUR_NAMES: network_value, PAPER_NAMES: network_value_with_paper}


def load_network(name: str, file: ModelFile) -> CompiledHeuristic:
    """The heuristic of a file with layers.

    Raises:
        InvalidSetting: when the arrays are not layers on the features it names.
    """
    return load_on_features(name, file, _KERNELS, network_numbers)


def network_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers that the kernel reads.

    Raises:
        InvalidSetting: when the layers do not fit together.
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
