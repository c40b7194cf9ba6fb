"""What models predict for the rows of a data set, and how good these predictions are.

A prediction is the score of the move that led to a row's board.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting, UnknownName
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

Vector = NDArray[np.float64]
_BORDER = 1.0
"""The paper's accuracy counts values from -1 to 1 as draws."""


def values_of(heuristic: CompiledHeuristic, first: Words, second: Words) -> Vector:
    """A compiled heuristic's value of each board, for the player who just moved."""
    out = np.empty(len(first))
    context = heuristic.context(classic())
    prepared(value_boards, VALUE_BOARDS)(heuristic.pointer(), context, first, second, out)
    return out


def predict(model: ModelFile, data: Dataset) -> Vector:
    """A model's prediction for every row.

    A model on the paper's features reads them from the data, slips included; every other model
    evaluates the boards.

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


def predict_from_paper(model: ModelFile, features: Matrix) -> Vector:
    """The predictions of a model on the paper's features, given a matrix of these features.

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


@dataclass(frozen=True, slots=True)
class Measures:
    """The accuracy of predictions, as `enraya evaluate` prints it."""

    rows: int
    mse: float
    r2: float
    my_test: float
    """The paper's "My test": the share of rows predicted on the right side of both -1 and 1."""
    sign: float
    """The share of won and lost rows whose predicted sign is right."""
    outcome: float
    """The share of all rows whose rounded prediction has the right outcome: win, draw or loss."""


def measure(predicted: Vector, truth: Vector) -> Measures:
    """Compares predictions with exact scores.

    Raises:
        InvalidSetting: when there are no rows, or a prediction is not finite.
    """
    if not len(truth):
        raise InvalidSetting("there are no rows to measure with")
    if not np.all(np.isfinite(predicted)):
        raise InvalidSetting("the model predicts a value that is not finite (NaN or infinite)")
    errors = predicted - truth
    spread = float(truth.var())
    mse = float((errors**2).mean())
    decided = truth != 0
    right = np.sign(predicted) == np.sign(truth)
    return Measures(
        rows=len(truth),
        mse=mse,
        r2=1 - mse / spread if spread else 0.0,
        my_test=my_test(predicted, truth),
        sign=float(right[decided].mean()) if np.any(decided) else 0.0,
        outcome=float((np.sign(np.round(predicted)) == np.sign(truth)).mean()),
    )


def my_test(predicted: Vector, truth: Vector) -> float:
    """The paper's own accuracy: the share of rows predicted in the right class.

    The classes are above 1, below -1 and between. The comparisons are strict, so a row whose label
    is exactly 1 or -1 never counts as right.
    """
    above = (predicted > _BORDER) & (truth > _BORDER)
    below = (predicted < -_BORDER) & (truth < -_BORDER)
    within = (np.abs(predicted) < _BORDER) & (np.abs(truth) < _BORDER)
    return float((above | below | within).mean())


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """A group of rows with similar predictions: the means of their predictions and true scores."""

    predicted: float
    truth: float
    wins: float
    """The share of rows whose true score is a win."""
    rows: int


def calibration(predicted: Vector, truth: Vector, bins: int = 10) -> list[CalibrationRow]:
    """Compares predictions with the truth in ``bins`` groups of equal size, by prediction."""
    order = np.argsort(predicted, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return [
        CalibrationRow(
            float(predicted[part].mean()),
            float(truth[part].mean()),
            float((truth[part] > 0).mean()),
            len(part),
        )
        for part in parts
    ]


def error_by_stones(predicted: Vector, truth: Vector, stones: Vector) -> dict[int, float]:
    """The mean absolute error by the number of stones."""
    errors = np.abs(predicted - truth)
    counts = np.unique(stones)
    return {int(count): float(errors[stones == count].mean()) for count in counts}
