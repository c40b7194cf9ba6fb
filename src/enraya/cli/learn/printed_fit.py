"""What `enraya train --print` shows: a fit as the learning paper (UAM, 2019) printed its own."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from enraya.learn.data.dataset import Dataset
from enraya.learn.quality.predictions import measure, predict
from enraya.models import ModelFile
from enraya.models.features import PAPER_NAMES
from enraya.models.polynomial import degree_of, term_name, terms

_OUTCOMES = ("loss", "draw", "win")
_LINE = 75
"""As wide as the paper's terminal, with numbers of eight decimals."""


def printed_fit(model: ModelFile, test: Dataset) -> str:
    """Predictions, coefficients, MSE, variance score and My test, in the paper's layout.

    The names of the coefficients and the intercept, which the paper leaves out, follow.
    """
    predicted = predict(model, test)
    found = measure(predicted, test.labels)
    named = list(_coefficients(model))
    coefficients = [f"Coefficients: \n {_array([value for _, value in named])}"] if named else []
    return "\n".join(
        [
            f"YPRED:\n{_array(predicted)}",
            *coefficients,
            f"Mean squared error: {found.mse:.2f}",
            f"Variance score: {found.r2:.2f}",
            f"My test:  {100 * found.my_test!r}",
            *_names(model, named),
        ]
    )


def _array(values: list[float] | NDArray[np.float64]) -> str:
    return np.array2string(np.asarray(values), max_line_width=_LINE, precision=8, threshold=1000)


def _coefficients(model: ModelFile) -> Iterator[tuple[str, float]]:
    """Those of a regression on the paper's features; no other model has any."""
    arrays = model.arrays
    if model.header.features != PAPER_NAMES:
        return
    if model.header.kind == "poly":
        names = map(term_name, terms(degree_of(model)))
        yield from zip(names, arrays["coefficients"].tolist(), strict=True)
    elif model.header.kind == "logistic":
        for outcome, row in zip(_OUTCOMES, arrays["weights0"].tolist(), strict=True):
            for name, weight in zip(PAPER_NAMES, row, strict=True):
                yield f"{outcome}: {name}", weight


def _names(model: ModelFile, named: list[tuple[str, float]]) -> Iterator[str]:
    if not named:
        return
    if model.header.kind == "poly":
        named = [("intercept", float(model.arrays["intercept"])), *named]
    else:
        biases = model.arrays["biases0"].tolist()
        named = [
            *((f"{o}: intercept", bias) for o, bias in zip(_OUTCOMES, biases, strict=True)), *named,
        ]  # fmt: skip
    yield "Coefficients by name:"
    for name, value in named:
        yield f"{value:16.8e}  {name}"
