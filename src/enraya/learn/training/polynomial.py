"""The paper's regression: least squares on all products of up to ``degree`` features."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.learn.training.boosting import OnRound, State
from enraya.models.polynomial import BLOCK, expanded_blocks

Matrix = NDArray[np.float64]


@dataclass(slots=True)
class Polynomial:
    """Ordinary least squares on the expanded features, with a separate intercept.

    The rows are reduced block by block to a triangular system with the same solution (QR). If
    there are several solutions, the one with the smallest norm is taken, so a product that is
    always 0 gets the coefficient 0.
    """

    degree: int = 2
    rounds: int = 1
    coefficients_: Matrix = field(default_factory=lambda: np.zeros(0), repr=False)
    intercept_: float = 0.0

    def fit(self, inputs: Matrix, labels: Matrix, on_round: OnRound, state: State | None) -> None:
        """Fits the polynomial in one round; ``state`` is ignored, as there is nothing to resume."""
        del state
        sums = [block.sum(axis=0) for block in expanded_blocks(inputs, self.degree)]
        centre, mean = np.sum(sums, axis=0) / len(inputs), labels.mean()
        triangle: Any = np.zeros((0, len(centre) + 1))
        targets = np.split(labels - mean, range(BLOCK, len(labels), BLOCK))
        for block, target in zip(expanded_blocks(inputs, self.degree), targets, strict=True):
            rows = np.column_stack([block - centre, target])
            triangle = np.linalg.qr(np.vstack([triangle, rows]), mode="r")
        negligible = len(inputs) * np.finfo(np.float64).eps
        solved: Any = np.linalg.lstsq(triangle[:, :-1], triangle[:, -1], rcond=negligible)
        self.coefficients_ = solved[0]
        self.intercept_ = float(mean - centre @ self.coefficients_)
        on_round(1, self.arrays())

    def arrays(self) -> State:
        """The coefficients and the intercept as arrays for a model file."""
        return {"coefficients": self.coefficients_, "intercept": np.array(self.intercept_)}
