"""The contribution of each feature of the paper."""

import numpy as np
import pytest

from enraya.errors import EnrayaError
from enraya.learn.data.dataset import Dataset
from enraya.learn.training.ablation import TRAININGS, ablate
from enraya.learn.training.train import Task
from enraya.models.features import PAPER_NAMES
from tests.learn.support import data

RNG = np.random.default_rng(2)
FEATURES = RNG.integers(0, 5, (900, 11)).astype(np.float64)
NEEDED = PAPER_NAMES.index("ALLY_#3_EFF")
ROWS = Dataset(FEATURES[:, NEEDED] * 3 - 6, FEATURES)


@pytest.mark.parametrize("model", ["poly(degree=1)", "forest(trees=5, features=paper)"])
def test_only_removing_the_informative_feature_hurts(model: str) -> None:
    calls: list[int] = []
    found = ablate(Task(model, split="600"), ROWS, lambda: calls.append(1))
    assert len(calls) == TRAININGS == 1 + len(found.without)
    missed = {name for name, row in found.without.items() if row.r2 < 0.2}
    assert missed == {"ALLY_#3_EFF", "all runs of three"}
    assert found.whole.r2 > 0.4


@pytest.mark.parametrize("model", ["tables", "logistic", "nonsense"])
def test_models_without_the_papers_features_are_refused(model: str) -> None:
    with pytest.raises(
        EnrayaError, match=r"does not learn from the paper's features|unknown model"
    ):
        ablate(Task(model), data(), lambda: None)
