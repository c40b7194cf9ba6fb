"""What a model predicts for the rows of a data set: the score of the last move."""

import numpy as np
from numpy.typing import NDArray

from enraya.errors import UnknownName
from enraya.heuristics import CompiledHeuristic
from enraya.kernels.heuristics.evaluator import VALUE_BOARDS, prepared, value_boards
from enraya.kernels.models.network import network_values
from enraya.kernels.models.trees import tree_values
from enraya.learn.data.dataset import Dataset, Words
from enraya.models import KINDS, ModelFile
from enraya.models.checks import check_polynomial
from enraya.models.features import PAPER_NAMES, Matrix
from enraya.models.on_features import network_numbers, tree_numbers
from enraya.models.polynomial import degree_of, expanded_blocks
from enraya.rules.classic import classic


def values_of(heuristic: CompiledHeuristic, first: Words, second: Words) -> NDArray[np.float64]:
    """How good each board is for the player who just moved, by a compiled heuristic."""
    out = np.empty(len(first))
    context = heuristic.context(classic())
    prepared(value_boards, VALUE_BOARDS)(heuristic.pointer(), context, first, second, out)
    return out


def predict(model: ModelFile, data: Dataset) -> NDArray[np.float64]:
    """The predictions of a model for every row.

    A model on the paper's features takes them from the data, slips included; every other model
    looks at the boards.

    Raises:
        InvalidSetting: when the data and the model do not fit together.
        UnknownName: when the model is of an unknown kind.
    """
    if model.header.kind not in KINDS:
        raise UnknownName("kind of model", model.header.kind, KINDS)
    if model.header.features == PAPER_NAMES:
        return predict_from_paper(model, data.paper)
    boards = data.need_boards()
    heuristic = KINDS[model.header.kind](model.header.kind, model)
    return values_of(heuristic, boards.first, boards.second)


def predict_from_paper(model: ModelFile, features: Matrix) -> NDArray[np.float64]:
    """What a model on the paper's features predicts for rows of them.

    Raises:
        InvalidSetting: when the arrays of the model do not fit the features.
    """
    if model.header.kind == "poly":
        check_polynomial(model)
        coefficients, intercept = model.arrays["coefficients"], float(model.arrays["intercept"])
        blocks = expanded_blocks(features, degree_of(model))
        return np.concatenate([block @ coefficients + intercept for block in blocks])
    out = np.empty(len(features))
    rows = np.ascontiguousarray(features, dtype=np.float64)
    if model.header.kind in ("logistic", "mlp"):
        network_values(network_numbers(model), rows, out)
    else:
        tree_values(tree_numbers(model), rows, out)
    return out
