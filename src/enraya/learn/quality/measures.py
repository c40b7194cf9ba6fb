"""How good predictions are: the paper's measures and ours."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting

Vector = NDArray[np.float64]
TOLERANCE = 1.0
_BINS = 10


@dataclass(frozen=True, slots=True)
class Measures:
    """What `enraya evaluate` prints about predictions."""

    rows: int
    mse: float
    r2: float
    my_test: float
    """The paper's "My test": the share of rows on the right side of both borders, -1 and 1."""
    sign: float
    """The share of the won and lost rows whose sign is right."""
    outcome: float
    """The share of all rows where win, draw or loss is right, predictions rounded."""

    def as_json(self) -> dict[str, Any]:
        """The measures as JSON holds them."""
        return asdict(self)


def measure(predicted: Vector, truth: Vector) -> Measures:
    """Compares predictions with exact scores.

    Raises:
        InvalidSetting: when there is nothing to compare, or a prediction is not a number.
    """
    if not len(truth):
        raise InvalidSetting("there are no rows to measure with")
    if not np.all(np.isfinite(predicted)):
        raise InvalidSetting("the model predicts something that is not a number")
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


def my_test(predicted: Vector, truth: Vector, tolerance: float = TOLERANCE) -> float:
    """The paper's own accuracy: rows where both are above, both below or both within the borders.

    The comparisons are strict, so a label of exactly 1 or -1 is never right.
    """
    above = (predicted > tolerance) & (truth > tolerance)
    below = (predicted < -tolerance) & (truth < -tolerance)
    within = (np.abs(predicted) < tolerance) & (np.abs(truth) < tolerance)
    return float((above | below | within).mean())


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """Rows with similar predictions, and their true scores."""

    predicted: float
    truth: float
    wins: float
    """The share of rows that are won."""
    rows: int


def calibration(predicted: Vector, truth: Vector, bins: int = _BINS) -> list[CalibrationRow]:
    """Mean prediction and mean truth, by tenths of the predictions."""
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
