"""Model files of n-tuples: weights in one byte each, and the shapes they belong to.

A file holds ``strips`` (a row for each: number of the tuple, column, row, height), ``weights`` (for
each player to move, table after table, -127 to 127) and ``scales`` (what a weight of 1 is worth, by
player to move and table). A file with tables fitted to exact scores holds the same arrays and
``step``, by which the scores of won and lost boards were widened.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.heuristics import CompiledHeuristic
from enraya.kernels.heuristics.evaluator import SCRATCH
from enraya.kernels.models.ntuple import CODES, ENTRIES, LOOKS, Wiring, ntuple, tables_value
from enraya.models.checks import EXACT, check_ntuple, check_tables
from enraya.models.modelfile import Arrays, ModelFile
from enraya.models.ntuple_shapes import MAX_BITS, Shape, Strip, make_wiring, table_sizes
from enraya.models.on_features import WIN
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

KIND = "ntuple"
PLAYERS = 2
_LARGEST = 127


def pack(tuples: list[Shape], weights: NDArray[np.float32]) -> dict[str, NDArray[np.generic]]:
    """The arrays of a model file, with every weight rounded to a multiple of its table's scale.

    ``weights`` has a row for each player to move.
    """
    sizes = table_sizes(tuples)
    starts = np.cumsum([0, *sizes[:-1]])
    largest = np.maximum.reduceat(np.abs(weights), starts, axis=1)
    scales = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    small = np.rint(weights / np.repeat(scales, sizes, axis=1)).astype(np.int8)
    strips = [(number, *strip) for number, shape in enumerate(tuples) for strip in shape]
    return {"strips": np.array(strips, dtype=np.int16), "weights": small, "scales": scales}


def unpack(arrays: Arrays, rules: RuleSet) -> tuple[list[Shape], NDArray[np.float32]]:
    """The tuples and their weights from the arrays that `pack` made.

    Raises:
        InvalidSetting: if the arrays do not fit each other or the board.
    """
    tuples = _tuples(arrays["strips"], rules)
    sizes, scales = table_sizes(tuples), arrays["scales"]
    if (
        arrays["weights"].shape != (PLAYERS, sum(sizes))
        or scales.shape != (PLAYERS, len(tuples))
        or 2 * len(tuples) > SCRATCH
        or sum(sizes) > EXACT
    ):
        raise InvalidSetting("the tables of the ntuple model do not fit its tuples")
    weights = arrays["weights"] * np.repeat(scales, sizes, axis=1)
    return tuples, weights.astype(np.float32)


def _tuples(strips: NDArray[np.generic], rules: RuleSet) -> list[Shape]:
    """The tuples that strips describe.

    Raises:
        InvalidSetting: if one of them does not fit on the board or is too large.
    """
    shapes: dict[int, Shape] = {}
    for number, column, row, height in strips.tolist():
        on_board = 0 <= column < rules.columns and 0 <= row < row + height <= rules.rows
        shapes[number] = (*shapes.get(number, ()), Strip(column, row, height))
        if not on_board or table_sizes([shapes[number]])[0] > 1 << MAX_BITS:
            raise InvalidSetting("the tuples of the ntuple model do not fit its board")
    return list(shapes.values())


def make_heuristic(
    name: str, rules: RuleSet, wiring: Wiring, weights: NDArray[np.float32]
) -> CompiledHeuristic:
    """The heuristic with these looks and weights, which predicts the result of a game, -1 to 1."""
    _, codes, looks = wiring.contributions.shape
    sizes = np.zeros(3)
    sizes[[LOOKS, ENTRIES, CODES]] = looks, weights.shape[1], codes
    numbers = np.concatenate(
        [wiring.contributions.astype(np.float32).ravel(), weights.ravel()], dtype=np.float32
    )
    return CompiledHeuristic(name, ntuple, sizes, win=1.0, numbers=numbers, only=rules)


def load(name: str, file: ModelFile) -> CompiledHeuristic:
    """The heuristic in a model file of n-tuples trained by self-play.

    Raises:
        InvalidSetting: if the file's arrays are invalid or do not fit each other.
    """
    check_ntuple(file)
    return _with_looks(name, parse_rules(file.header.rules), file.arrays)


def load_tables(name: str, file: ModelFile) -> CompiledHeuristic:
    """The heuristic in a model file with tables fitted to exact scores.

    Raises:
        InvalidSetting: if the file's arrays are invalid or do not fit each other.
    """
    check_tables(file)
    looks = _with_looks(name, classic(), file.arrays)
    weights = np.append(looks.weights, float(file.arrays["step"]))
    return replace(looks, kernel=tables_value, weights=weights, win=WIN)


def _with_looks(name: str, rules: RuleSet, arrays: Arrays) -> CompiledHeuristic:
    tuples, weights = unpack(arrays, rules)
    return make_heuristic(name, rules, make_wiring(rules.columns, rules.rows, tuples), weights)
