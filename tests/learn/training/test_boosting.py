"""Trees predict the same as the libraries that trained them."""

from typing import Any

import lightgbm
import numpy as np
import pytest
from numpy.typing import NDArray

from enraya.learn.quality.predictions import predict_from_paper
from enraya.learn.training.boosting import Boosting, Forest, Nodes
from enraya.models import Header, ModelFile
from enraya.models.features import PAPER_NAMES

RNG = np.random.default_rng(7)
INPUTS = RNG.integers(0, 9, (300, len(PAPER_NAMES))).astype(np.float64)
LABELS = INPUTS[:, 0] * 2 - INPUTS[:, 1] * INPUTS[:, 2] / 3 + RNG.normal(size=300)


def predicted(kind: str, arrays: Nodes) -> NDArray[np.float64]:
    return predict_from_paper(ModelFile(Header(kind, features=PAPER_NAMES), arrays), INPUTS)


def ignore(*_: Any) -> None:
    """Ignores the progress of the rounds."""


def test_boosted_trees_predict_what_lightgbm_predicts_and_nothing_is_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    learner = Boosting(trees=5, leaves=7, round_size=2)
    numbers: list[int] = []
    learner.fit(INPUTS, LABELS, lambda number, _: numbers.append(number), None)
    assert numbers == [1, 2, 3]
    assert capfd.readouterr() == ("", "")
    arrays = learner.arrays()
    assert len(arrays["roots"]) == 5
    wanted = lightgbm.Booster(model_str=learner.text_).predict(INPUTS.astype(np.float32))
    assert predicted("boosting", arrays) == pytest.approx(wanted, abs=1e-3)


def test_trees_of_square_roots_predict_whole_scores() -> None:
    learner = Boosting(trees=8, leaves=7, rate=0.5, root=True)
    learner.fit(INPUTS, LABELS, ignore, None)
    found = predicted("boosting", learner.arrays())
    assert np.mean((found - LABELS) ** 2) < 0.5 * LABELS.var()


def test_a_forest_is_the_mean_of_the_forests_of_its_rounds() -> None:
    from sklearn.ensemble import RandomForestRegressor

    learner = Forest(trees=9, leaves=30, seed=3, round_size=6)
    learner.fit(INPUTS, LABELS, ignore, None)
    total = np.zeros(len(INPUTS))
    for count, seed in ((6, 3), (3, 4)):
        theirs = RandomForestRegressor(
            count, max_leaf_nodes=30, max_features=0.4, max_samples=0.5, min_samples_leaf=3,
            random_state=seed,
        )  # fmt: skip
        theirs.fit(INPUTS.astype(np.float32), LABELS)
        total += count * theirs.predict(INPUTS.astype(np.float32))
    assert predicted("forest", learner.arrays()) == pytest.approx(total / 9, abs=1e-4)
    assert len(learner.arrays()["roots"]) == 9
