"""What a model predicts for the rows of a data set: the score of the last move."""

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting, UnknownName
from enraya.heuristics import CompiledHeuristic
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.heuristics.value_boards import VALUE_BOARDS, value_boards
from enraya.learn.data.dataset import Dataset, Words
from enraya.learn.training.polynomial import expanded
from enraya.models import KINDS, ModelFile
from enraya.models.polynomial import DEGREES, terms
from enraya.rules.classic import classic


def values_of(heuristic: CompiledHeuristic, first: Words, second: Words) -> NDArray[np.float64]:
    """How good each board is for the player who just moved, by a compiled heuristic."""
    out = np.empty(len(first))
    context = heuristic.context(classic())
    prepared(value_boards, VALUE_BOARDS)(heuristic.pointer(), context, first, second, out)
    return out


def predict(model: ModelFile, data: Dataset) -> NDArray[np.float64]:
    """The predictions of a model for every row.

    The paper's polynomial takes its features from the data, slips included; every other model
    looks at the boards.

    Raises:
        InvalidSetting: when the data and the model do not fit together.
        UnknownName: when the model is of an unknown kind.
    """
    if model.header.kind not in KINDS:
        raise UnknownName("kind of model", model.header.kind, KINDS)
    if model.header.kind == "poly":
        coefficients = model.arrays["coefficients"]
        degrees = {terms(degree): degree for degree in DEGREES}
        if len(coefficients) not in degrees:
            raise InvalidSetting("the polynomial does not fit the paper's features")
        inputs = expanded(data.paper, degrees[len(coefficients)])
        return inputs @ coefficients + float(model.arrays["intercept"])
    boards = data.need_boards()
    heuristic = KINDS[model.header.kind](model.header.kind, model)
    return values_of(heuristic, boards.first, boards.second)
