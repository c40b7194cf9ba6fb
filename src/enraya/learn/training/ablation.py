"""How much each of the paper's features contributes: the same model is trained without it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from enraya.errors import InvalidSetting
from enraya.learn.data.dataset import Dataset
from enraya.learn.quality.predictions import Measures
from enraya.learn.training.train import Task, parse_learner, train
from enraya.models.features import PAPER_NAMES

_GROUPS: Mapping[str, tuple[str, ...]] = {
    "both distances": tuple(name for name in PAPER_NAMES if name.endswith("DIST")),
    "all runs of two": tuple(name for name in PAPER_NAMES if "#2" in name),
    "all runs of three": tuple(name for name in PAPER_NAMES if "#3" in name),
}
WITHOUT: Mapping[str, tuple[str, ...]] = {**{name: (name,) for name in PAPER_NAMES}, **_GROUPS}
"""What is left out in turn, single features and groups, and the features it stands for."""
TRAININGS = 1 + len(WITHOUT)


@dataclass(frozen=True, slots=True)
class Ablation:
    """How accurate a model is with all features, and without some of them."""

    whole: Measures
    without: dict[str, Measures]
    """The measures for each entry of `WITHOUT`."""

    def as_json(self) -> dict[str, Any]:
        """All measures as values that JSON can hold; ``loss`` is by how much the MSE grows."""
        rows = [
            {
                "without": name,
                "features": list(WITHOUT[name]),
                "loss": found.mse - self.whole.mse,
                **asdict(found),
            }
            for name, found in self.without.items()
        ]
        return {"whole": asdict(self.whole), "without": rows}


def ablate(task: Task, data: Dataset, on_trained: Callable[[], None]) -> Ablation:
    """Trains a model with all features, then without each feature and each group of features.

    Args:
        task: a model on the paper's features.
        data: the data to train and test on.
        on_trained: called after each training; there are `TRAININGS` in all.

    Raises:
        InvalidSetting: when the model uses other features, or the data cannot be used.
        UnknownName: when there is no such model.
    """
    if parse_learner(task.model)[1] != "paper":
        raise InvalidSetting(
            f"{task.model} does not learn from the paper's features; "
            "choose poly, or for instance forest(features=paper)"
        )

    def measured(names: tuple[str, ...]) -> Measures:
        test = train(task, _without(data, names)).header.metrics["test"]
        on_trained()
        return Measures(**test)

    return Ablation(measured(()), {what: measured(names) for what, names in WITHOUT.items()})


def _without(data: Dataset, names: tuple[str, ...]) -> Dataset:
    """The data with these features set to 0, so that no model can learn from them."""
    paper = data.paper.copy()
    paper[:, [PAPER_NAMES.index(name) for name in names]] = 0
    return replace(data, paper=paper)
