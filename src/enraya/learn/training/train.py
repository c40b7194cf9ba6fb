"""Training of any kind of model on a data set, with a learning curve and a final test."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from enraya.callspec import parse_callspec
from enraya.errors import InvalidSetting, UnknownName
from enraya.kernels.models.polynomial import MOST_DEGREE
from enraya.learn.data.dataset import Dataset
from enraya.learn.data.split import Split, parse_split
from enraya.learn.quality.predictions import Measures, measure, predict
from enraya.learn.quality.strength import FIELD, Strength, is_due
from enraya.learn.training.boosting import Boosting, Forest, OnRound, State
from enraya.learn.training.neural import Network
from enraya.learn.training.polynomial import Polynomial
from enraya.learn.training.tables import FittedTables
from enraya.models import Header, ModelFile, load_model, save_model
from enraya.models.features import OUR_NAMES, PAPER_NAMES, known_scores, our_matrix
from enraya.parameters import Parameter, choice, flag, integer, number, read_parameters

Matrix = NDArray[np.float64]
Curve = list[list[float | None]]
_NAMES = {"paper": PAPER_NAMES, "ours": OUR_NAMES, "board": ()}
"""The names of the features in the header of a model file, by name of the feature set."""
_CURVE = "curve"
"""The name of the learning curve in model files and checkpoints."""
_FIELDS = ("round", "mse", "r2", "sign", FIELD)
"""The fields of a point of the learning curve: measures on the validation part, and the strength
if it was measured."""
_TIMES = 4
"""About how many times the strength is measured: this takes longer than most rounds."""
_UNKNOWN = -1.0
"""Means in checkpoints that the strength was not measured: they hold finite numbers only."""
_CURVE_ROWS = 20_000
"""The most rows of the validation part that a point of the curve is measured on."""


class Learner(Protocol):
    """A model in training: the constructor only stores settings, and `fit` learns.

    Names of learned values end in an underscore.
    """

    @property
    def rounds(self) -> int:
        """How many rounds the training takes."""

    def fit(
        self, inputs: NDArray[Any], labels: Matrix, on_round: OnRound, state: State | None
    ) -> None:
        """Fits the model, or resumes from the state of an interrupted run."""

    def arrays(self) -> State:
        """What was learned, as arrays for a model file."""


class RoundPoint(NamedTuple):
    """A point of the learning curve: the measures on the validation part after a round."""

    round: int
    rounds: int
    measures: Measures
    strength: float | None = None
    """The share of points against a level; None where it was not measured."""


@dataclass(frozen=True, slots=True)
class LearnerEntry:
    """A kind of model that can be trained."""

    make: Callable[..., Learner]
    features: str
    """A name from `enraya.models.features.FEATURE_SETS`, or ``board`` for the stones alone; a
    parameter ``features`` takes precedence."""
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What to train, with everything but the data that decides the result."""

    model: str
    seed: int = 0
    split: str = "position"
    """The split, in the form that `enraya.learn.data.split.parse_split` reads."""
    command: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


_ROUNDS = Parameter("rounds", integer(1, 1000), 20, "passes over all rows")
_FEATURES = Parameter("features", choice("ours", "paper"), "ours", "our 173 or the paper's eleven")
LEARNERS: dict[str, LearnerEntry] = {
    "poly": LearnerEntry(
        lambda seed, degree: Polynomial(degree), "paper",  # noqa: ARG005  # nothing is drawn
        (Parameter("degree", integer(1, MOST_DEGREE), 2, "the most features in a product"),),
    ),
    "logistic": LearnerEntry(partial(Network, (), chances=True), "ours", (_ROUNDS, _FEATURES)),
    "forest": LearnerEntry(
        Forest, "ours",
        (
            Parameter("trees", integer(1, 1000), 100, "number of trees"),
            Parameter("leaves", integer(2, 100_000), 1000, "the most leaves of a tree"),
            _FEATURES,
            Parameter("outcomes", flag, False, "learn win, draw or loss instead of scores"),
        ),
    ),
    "boosting": LearnerEntry(
        Boosting, "ours",
        (
            Parameter("trees", integer(1, 5000), 400, "number of trees"),
            Parameter("leaves", integer(2, 5000), 255, "the most leaves of a tree"),
            Parameter("rate", number(0.001, 1), 0.1, "learning rate"),
            Parameter("root", flag, False, "learn roots of scores, so the sign counts more"),
            _FEATURES,
        ),
    ),
    "mlp": LearnerEntry(
        lambda first, second, **values: Network((first, second), **values), "ours",
        (
            _ROUNDS,
            Parameter("first", integer(1, 80), 64, "the size of the first hidden layer"),
            Parameter("second", integer(1, 80), 32, "the size of the second hidden layer"),
            _FEATURES,
        ),
    ),
    "tables": LearnerEntry(
        FittedTables, "board",
        (
            Parameter("rounds", integer(1, 1000), 5, "passes over all rows"),
            Parameter("rate", number(0.01, 20), 4.0, "learning rate in the first round"),
            Parameter("step", number(0, 100), 5.0, "how far wins and losses move away from draws"),
        ),
    ),
}  # fmt: skip
"""Every kind of model that can be trained on a data set, by name."""


def parse_learner(text: str) -> tuple[str, str, dict[str, Any]]:
    """The kind, the feature set and all parameters of a model such as ``poly(degree=3)``.

    Raises:
        UnknownName: when there is no such kind.
        InvalidSetting: when a parameter is wrong.
    """
    spec = parse_callspec(text)
    if spec.name not in LEARNERS:
        raise UnknownName("model", spec.name, LEARNERS)
    entry = LEARNERS[spec.name]
    values = read_parameters("model", spec, entry.parameters)
    return spec.name, values.get(_FEATURES.name, entry.features), values


def train(
    task: Task,
    data: Dataset,
    *,
    checkpoint: Path | None = None,
    on_round: Callable[[RoundPoint], None] | None = None,
    strength: Strength | None = None,
) -> ModelFile:
    """Trains a model and measures it on the test part of the data.

    Args:
        task: what to train.
        data: the data to train, validate and test on.
        checkpoint: a file that keeps the state after each round; the same call resumes from it.
        on_round: called with every point of the learning curve.
        strength: measures the model during the training and at the end; never if it is None.

    Raises:
        UnknownName, InvalidSetting: when the task or the data cannot be used.
    """
    kind, features, values = parse_learner(task.model)
    given = {name: value for name, value in values.items() if name != _FEATURES.name}
    learner = LEARNERS[kind].make(seed=task.seed, **given)
    split = parse_split(task.split)(data)
    learning = data.take(split.train)
    if np.all(learning.labels == learning.labels[0]):
        raise InvalidSetting(f"all labels are {learning.labels[0]:g}; there is nothing to learn")
    published = features == "paper" and data.is_published
    header = Header(
        kind=kind,
        features=_NAMES[features],
        parameters={**values, "split": task.split, "published": published, **task.facts},
        command=task.command,
        seed=task.seed,
    )
    state = _earlier_state(checkpoint, header)
    curve: Curve = [] if state is None else _unpacked(state.pop(_CURVE))
    judges = _judges(data, split)
    inputs, labels = _inputs(learning, features)

    def after_round(round_number: int, reached: State) -> None:
        model = ModelFile(header, learner.arrays())
        found = _measured(model, judges)
        is_played = is_due(round_number - 1, round_number, learner.rounds, times=_TIMES)
        share = strength(model) if strength and is_played else None
        curve.append([round_number, found.mse, found.r2, found.sign, share])
        if checkpoint is not None:
            save_model(checkpoint, header, {**reached, _CURVE: _packed(curve)})
        if on_round is not None:
            on_round(RoundPoint(round_number, learner.rounds, found, share))

    learner.fit(inputs, labels, after_round, state)
    model = ModelFile(header, learner.arrays())
    test = _measured(model, data.take(split.test))
    metrics = {
        "train_rows": len(learning), "test": asdict(test), "fields": _FIELDS, _CURVE: curve,
    }  # fmt: skip
    return ModelFile(replace(header, metrics=metrics), model.arrays)


def _packed(curve: Curve) -> Matrix:
    """The learning curve as an array for a checkpoint."""
    return np.array(
        [[*point[:-1], _UNKNOWN if point[-1] is None else point[-1]] for point in curve]
    )


def _unpacked(kept: Matrix) -> Curve:
    """The learning curve from a checkpoint's array; older versions did not store the strength."""
    points = [[*point, _UNKNOWN][: len(_FIELDS)] for point in kept.tolist()]
    return [[*point[:-1], None if point[-1] == _UNKNOWN else point[-1]] for point in points]


def _inputs(data: Dataset, features: str) -> tuple[NDArray[Any], Matrix]:
    """The inputs and labels to train on, without boards whose score is certain without a model.

    With the paper's features, all rows are kept.
    """
    if features == "paper":
        return data.paper, data.labels
    boards = data.need_boards()
    inputs: NDArray[Any]
    if features == "board":
        known = known_scores(boards.first, boards.second)
        inputs = np.column_stack([boards.first, boards.second])
    else:
        inputs, known = our_matrix(boards.first, boards.second)
    unclear = ~known.is_known
    if not np.any(unclear):
        raise InvalidSetting(
            "every score in the data is certain without a model; nothing is left to learn"
        )
    return inputs[unclear], data.labels[unclear]


def _judges(data: Dataset, split: Split) -> Dataset:
    """The rows for the learning curve: validation rows, or test rows if there are none."""
    rows = np.flatnonzero(split.validation if np.any(split.validation) else split.test)
    return data.take(rows[:_CURVE_ROWS])


def _measured(model: ModelFile, data: Dataset) -> Measures:
    return measure(predict(model, data), data.labels)


def _earlier_state(checkpoint: Path | None, header: Header) -> State | None:
    """The state in the checkpoint of an interrupted training; None if there is no checkpoint.

    Raises:
        InvalidSetting: when the checkpoint belongs to another training.
    """
    if checkpoint is None or not checkpoint.is_file():
        return None
    found = load_model(checkpoint)
    if found.header != header:
        raise InvalidSetting(
            f"{str(checkpoint)!r} is the checkpoint of another training; remove it first"
        )
    return dict(found.arrays)
