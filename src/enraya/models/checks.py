"""Checks of the arrays of each kind of model, made before compiled code reads them.

Kernels trust their numbers: an index out of range, or an array that is too short for the others,
would crash the interpreter, and a NaN would make every comparison false. A checksum shows that a
file is complete, not that it is harmless.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.kernels.heuristics.evaluator import SCRATCH
from enraya.kernels.models.network import MOST_VALUES
from enraya.kernels.models.trees import NODE, ROOTS
from enraya.models.modelfile import ModelFile
from enraya.models.ntuple_shapes import MAX_BITS, MAX_ROWS
from enraya.rules import parse_rules

LARGEST = 1e30
"""The largest absolute value of a model's numbers, so that sums and products stay finite."""
EXACT = 1 << 24
"""The largest index in a model: kernels store indexes as ``float32``, which is exact up to this."""
MOST_LAYERS = 8
_OUTPUTS = (1, 3)
_PLAYERS = 2
_STRIP = 4
"""How many numbers describe a strip: its tuple, column, row and height."""
_MOST_STRIPS = SCRATCH // 2 * (MAX_BITS // 2)
_WHOLE, _REAL = "iu", "iuf"


def _array(
    file: ModelFile,
    name: str,
    *shape: int | None,
    kinds: str = _REAL,
    least: float = -LARGEST,
    most: float = LARGEST,
) -> NDArray[Any]:
    """An array of a model, checked for its shape (None: any size), type and range of numbers."""
    if name not in file.arrays:
        raise InvalidSetting(f"the model of kind {file.header.kind!r} has no array {name!r}")
    array = np.asarray(file.arrays[name])
    fits = len(shape) == array.ndim and all(
        wanted in (None, found) for wanted, found in zip(shape, array.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("any" if size is None else str(size) for size in shape)
        raise InvalidSetting(
            f"array {name!r} of the model has the shape {array.shape}, not ({wanted})"
        )
    if array.dtype.kind not in kinds:
        raise InvalidSetting(f"array {name!r} of the model has the wrong type {array.dtype}")
    if array.size and not (least <= array.min() and array.max() <= most):  # NaN is in no range
        raise InvalidSetting(
            f"array {name!r} of the model has a number that is not from {least:g} to {most:g}"
        )
    return array


def check_polynomial(file: ModelFile) -> None:
    """Checks that a model has a list of coefficients and an intercept."""
    _array(file, "coefficients", None)
    _array(file, "intercept")


def check_network(file: ModelFile) -> None:
    """Checks that each layer of a network takes as many values as the layer before it gives."""
    count = sum(name.startswith("weights") for name in file.arrays)
    if not 1 <= count <= MOST_LAYERS:
        raise InvalidSetting(f"a network has 1 to {MOST_LAYERS} layers, not {count}")
    inputs = len(file.header.features)
    for layer in range(count):
        outputs = _array(file, f"biases{layer}", None).size
        if not 1 <= outputs <= MOST_VALUES:
            raise InvalidSetting(f"a layer has 1 to {MOST_VALUES} values, not {outputs}")
        _array(file, f"weights{layer}", outputs, inputs)
        inputs = outputs
    if inputs not in _OUTPUTS:
        raise InvalidSetting(f"the last layer has 1 value or 3, not {inputs}")
    _array(file, "scale")


def check_trees(file: ModelFile) -> None:
    """Checks that every path down a tree stays in that tree and ends at a leaf."""
    features = len(file.header.features)
    feature = _array(file, "feature", None, kinds=_WHOLE, least=-1, most=features - 1)
    rows = feature.size
    _array(file, "value", rows)
    greater = _array(file, "greater", rows, kinds=_WHOLE, least=0, most=rows - 1)
    roots = _array(file, "roots", None, kinds=_WHOLE, least=0, most=rows - 1).astype(np.int64)
    _array(file, "is_root", kinds=_WHOLE, least=0, most=1)
    if ROOTS + roots.size + NODE * rows > EXACT:
        raise InvalidSetting(f"the model has {roots.size} trees with {rows} nodes, too many")
    ends = np.append(roots[1:], rows)
    if not roots.size or roots[0] != 0 or np.any(ends <= roots):
        raise InvalidSetting("the trees of the model are not one after another")
    inner = np.flatnonzero(feature >= 0)
    end_of = np.repeat(ends, ends - roots)
    if np.any(greater[inner] <= inner) or np.any(greater[inner] >= end_of[inner]):
        raise InvalidSetting("a branch of a tree of the model leads outside that tree")
    if np.any(feature[ends - 1] >= 0):
        raise InvalidSetting("a tree of the model does not end with a leaf")


def check_ntuple(file: ModelFile) -> None:
    """Checks the arrays of a model of n-tuples; whether they fit each other is checked later."""
    rules = parse_rules(file.header.rules)
    if rules.name != "classic" or rules.rows > MAX_ROWS:
        raise InvalidSetting(f"ntuple is for classic games of at most {MAX_ROWS} rows, not {rules}")
    strips = _array(file, "strips", None, _STRIP, kinds=_WHOLE, least=0, most=EXACT)
    if not 1 <= len(strips) <= _MOST_STRIPS:
        raise InvalidSetting(f"the model has 1 to {_MOST_STRIPS} strips, not {len(strips)}")
    _array(file, "weights", _PLAYERS, None, kinds=_WHOLE, least=-128, most=127)
    _array(file, "scales", _PLAYERS, None, least=0)


def check_tables(file: ModelFile) -> None:
    """Checks what `check_ntuple` checks, and the step by which scores are widened."""
    check_ntuple(file)
    _array(file, "step", least=0)
