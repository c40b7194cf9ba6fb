"""`enraya train --print`: a fit in the layout of the learning paper (UAM, 2019)."""

import numpy as np
from numpy.typing import NDArray

from enraya.learn.data.dataset import Dataset
from enraya.learn.quality.predictions import measure, predict
from enraya.models import ModelFile
from enraya.models.features import PAPER_NAMES
from enraya.models.polynomial import degree_of, term_name, terms

_OUTCOMES = ("loss", "draw", "win")
_LINE = 75
"""The width of the paper's terminal, in characters."""
_Named = tuple[str, float]


def printed_fit(model: ModelFile, test: Dataset) -> str:
    """Predictions, coefficients, MSE, variance score and My test, in the paper's layout.

    The coefficients by name and the intercept, which the paper leaves out, follow.
    """
    predicted = predict(model, test)
    found = measure(predicted, test.labels)
    intercepts, coefficients = _named(model)
    lines = [f"YPRED:\n{_array(predicted)}"]
    if coefficients:
        lines.append(f"Coefficients: \n {_array([value for _, value in coefficients])}")
    lines += [
        f"Mean squared error: {found.mse:.2f}",
        f"Variance score: {found.r2:.2f}",
        f"My test:  {100 * found.my_test!r}",
    ]
    if coefficients:
        lines.append("Coefficients by name:")
    lines += [f"{value:16.8e}  {name}" for name, value in intercepts + coefficients]
    return "\n".join(lines)


def _array(values: list[float] | NDArray[np.float64]) -> str:
    return np.array2string(np.asarray(values), max_line_width=_LINE, precision=8, threshold=1000)


def _named(model: ModelFile) -> tuple[list[_Named], list[_Named]]:
    """The named intercepts and coefficients of a regression on the paper's features.

    Both lists are empty for every other model.
    """
    arrays = model.arrays
    if model.header.features != PAPER_NAMES or model.header.kind not in ("poly", "logistic"):
        return [], []
    if model.header.kind == "poly":
        names = map(term_name, terms(degree_of(model)))
        coefficients = zip(names, arrays["coefficients"].tolist(), strict=True)
        return [("intercept", float(arrays["intercept"]))], list(coefficients)
    intercepts, weights = [], []
    rows = zip(_OUTCOMES, arrays["biases0"].tolist(), arrays["weights0"].tolist(), strict=True)
    for outcome, bias, row in rows:
        intercepts.append((f"{outcome}: intercept", bias))
        weights += [(f"{outcome}: {name}", w) for name, w in zip(PAPER_NAMES, row, strict=True)]
    return intercepts, weights
