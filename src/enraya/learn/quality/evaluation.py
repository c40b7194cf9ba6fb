"""How well trained models predict and play, and where their errors are largest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.arena.results.mistakes import MistakeRow, measure_mistakes
from enraya.learn.data.dataset import Dataset
from enraya.learn.quality.predictions import (
    CalibrationRow,
    Measures,
    calibration,
    error_by_stones,
    measure,
    predict,
)
from enraya.models import load_model, model_path
from enraya.models.features import describe_features
from enraya.solver.position_sets import ScoredPosition

PRINTED: Mapping[str, float] = {"mse": 73.41, "r2": 0.23, "my_test": 0.5936882969110806}
"""The measures that the learning paper (UAM, 2019) printed for its polynomial of degree 2."""
_POINTS = 1500
_WORST = 20


class Miss(NamedTuple):
    """A row with a large prediction error."""

    moves: str
    predicted: float
    truth: float


Play = Mapping[tuple[str, int], Sequence[MistakeRow]]
"""The mistakes of each model at each depth, a row for each set of positions."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How well one model predicts one data set."""

    model: str
    kind: str
    features: str
    """The model's inputs, in words; only models with the same inputs compare fairly."""
    facts: Mapping[str, Any]
    """The metrics that the model file recorded at the end of training."""
    measures: Measures
    calibration: list[CalibrationRow]
    errors: dict[int, float]
    """The mean absolute error by the number of stones."""
    points: list[tuple[float, float]]
    """The true and the predicted score of some rows, for a scatter chart."""
    worst: list[Miss]


def evaluate_model(name: str, data: Dataset) -> Evaluation:
    """Measures a model on a data set.

    Args:
        name: a model file, or the name of a model that comes with enraya.
        data: rows with exact scores; the caller ensures that the model was not trained on them.

    Raises:
        UnknownName, InvalidSetting: when there is no such model, or it does not fit the data.
    """
    model = load_model(model_path(name))
    predicted = predict(model, data)
    shown = np.unique(np.linspace(0, len(data) - 1, _POINTS).astype(np.int64))
    return Evaluation(
        model=name,
        kind=model.header.kind,
        features=describe_features(model.header.features),
        facts=model.header.metrics,
        measures=measure(predicted, data.labels),
        calibration=calibration(predicted, data.labels),
        errors=error_by_stones(predicted, data.labels, data.paper[:, 0]),
        points=list(zip(data.labels[shown].tolist(), predicted[shown].tolist(), strict=True)),
        worst=_worst(predicted, data),
    )


def evaluate_play(
    models: Sequence[str],
    depths: Sequence[int],
    sets: Mapping[str, Sequence[ScoredPosition]],
    on_move: Callable[[], None],
) -> Play:
    """Counts the mistakes that every model makes at every depth on the sets of positions."""
    return {
        (model, depth): [
            measure_mistakes(f"learned({model}, depth={depth})", name, positions, on_move)
            for name, positions in sets.items()
        ]
        for model in models
        for depth in depths
    }


def _worst(predicted: NDArray[np.float64], data: Dataset) -> list[Miss]:
    """The rows with the largest errors; empty when the data has no boards."""
    if data.boards is None:
        return []
    order = np.argsort(-np.abs(predicted - data.labels), kind="stable")[:_WORST]
    moves = data.boards.moves
    return [Miss(moves[i], float(predicted[i]), float(data.labels[i])) for i in order]
