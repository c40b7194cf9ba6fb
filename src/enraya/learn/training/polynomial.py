"""The paper's regression: all products of at most two or three features, least squares."""

from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from enraya.learn.training.boosting import OnRound, State

Matrix = NDArray[np.float64]


def expanded(inputs: Matrix, degree: int) -> Matrix:
    """Every product of at most ``degree`` columns, 1 first: 78 of eleven for degree 2."""
    rows, count = inputs.shape
    columns = [np.ones(rows)]
    for size in range(1, degree + 1):
        chosen = combinations_with_replacement(range(count), size)
        columns += [np.prod(inputs[:, places], axis=1) for places in chosen]
    return np.column_stack(columns)


@dataclass(slots=True)
class Polynomial:
    """Ordinary least squares on the expanded features, with a separate intercept."""

    degree: int = 2
    rounds: int = 1
    coefficients_: Matrix = field(default_factory=lambda: np.zeros(0), repr=False)
    intercept_: float = 0.0

    def fit(self, inputs: Matrix, labels: Matrix, on_round: OnRound, state: State | None) -> None:
        """Learns; there is nothing to resume."""
        del state
        from sklearn.linear_model import LinearRegression

        found = LinearRegression().fit(expanded(inputs, self.degree), labels)
        self.coefficients_, self.intercept_ = found.coef_, float(found.intercept_)
        on_round(1, self.arrays())

    def arrays(self) -> State:
        """The polynomial as a model file holds it."""
        return {"coefficients": self.coefficients_, "intercept": np.array(self.intercept_)}
