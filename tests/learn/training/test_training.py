"""Training: every kind learns, predicts alike inside the search, and resumes to the same model."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from enraya.agents import Limit, parse_agent
from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.position import Position
from enraya.learn.data.dataset import Dataset, joined
from enraya.learn.quality.predictions import measure, predict, values_of
from enraya.learn.quality.strength import strength_curve
from enraya.learn.training.polynomial import Polynomial
from enraya.learn.training.train import LEARNERS, RoundPoint, Task, train
from enraya.models import KINDS, ModelFile, load_model, read_heuristic, save_model
from enraya.models.features import PAPER_NAMES, paper_matrix
from enraya.models.polynomial import expanded, terms
from tests.learn.support import data

SPECS = {
    "poly": "poly(degree=2)",
    "logistic": "logistic(rounds=3)",
    "forest": "forest(trees=12, leaves=20)",
    "boosting": "boosting(trees=60, leaves=7)",
    "mlp": "mlp(rounds=3, first=12, second=6)",
    "tables": "tables(rounds=3)",
}
ON_PAPER = {
    "poly(degree=1)": "poly",
    "poly(degree=3)": "poly",
    "poly(degree=4)": "poly",
    "logistic(rounds=60, features=paper)": "logistic",
    "forest(trees=12, leaves=20, features=paper)": "forest",
    "forest(trees=12, leaves=20, features=paper, outcomes=true)": "forest",
    "boosting(trees=60, leaves=7, features=paper)": "boosting",
    "mlp(rounds=60, first=12, second=6, features=paper)": "mlp",
}
"""Models on the paper's eleven features, and their kinds."""


def test_every_learner_is_tested() -> None:
    assert SPECS.keys() == LEARNERS.keys()
    assert SPECS.keys() <= KINDS.keys()


@pytest.mark.parametrize("kind", SPECS)
def test_a_model_learns_and_evaluates_boards_alike_in_the_search(kind: str, tmp_path: Path) -> None:
    points: list[RoundPoint] = []
    model = train(Task(SPECS[kind], seed=1), data(), on_round=points.append)
    assert [point.round for point in points] == list(range(1, points[-1].rounds + 1))
    assert model.header.metrics["test"]["r2"] > 0
    path = tmp_path / "model.npz"
    save_model(path, model.header, model.arrays)
    heuristic, boards = read_heuristic(str(path)), data().need_boards()
    compiled = values_of(heuristic, boards.first[:50], boards.second[:50])
    assert compiled == pytest.approx(predict(model, data())[:50], rel=1e-3, abs=1e-3)
    position = Position.parse(boards.moves[0])
    if not position.is_over:
        assert heuristic.evaluate(position, 3 - position.mover) == pytest.approx(compiled[0])


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("text", ON_PAPER)
def test_a_model_of_the_papers_features_learns_from_them_alone_and_plays(
    text: str, published: bool, tmp_path: Path
) -> None:
    boards = data().need_boards()
    features = paper_matrix(boards.first, boards.second, published=published)
    bare = Dataset(data().labels, features, facts={"published": published})
    model = train(Task(text, seed=1, split="1600"), bare)
    assert model.header.kind == ON_PAPER[text]
    assert model.header.features == PAPER_NAMES
    assert model.header.parameters["published"] == published
    assert measure(predict(model, bare)[:1600], bare.labels[:1600]).r2 > 0
    path = tmp_path / "model.npz"
    save_model(path, model.header, model.arrays)
    compiled = values_of(read_heuristic(str(path)), boards.first[:50], boards.second[:50])
    # kernels read float32, and few rows give a polynomial of degree 4 enormous coefficients
    close = 0.1 if "degree=4" in text else 0.001
    assert compiled == pytest.approx(predict(load_model(path), bare)[:50], rel=close, abs=close)
    position = Position.parse("4453")
    found = parse_agent(f"learned({path}, depth=2)").choose(position, Limit())
    assert found.move in position.legal_moves


def test_fitting_degree_4_in_blocks_agrees_with_fitting_all_rows() -> None:
    rng = np.random.default_rng(4)
    inputs = rng.integers(0, 3, (9000, 11)).astype(np.float64)
    inputs[:, 10] = 0  # its products never occur
    labels = rng.normal(size=9000) + inputs[:, 0] * inputs[:, 1]
    learner = Polynomial(2)
    learner.fit(inputs, labels, lambda *_: None, None)
    columns = expanded(inputs, 2)[:, 1:]
    centred = columns - columns.mean(axis=0)
    wanted = np.linalg.lstsq(centred, labels - labels.mean(), rcond=1e-10)[0]
    assert learner.coefficients_[1:] == pytest.approx(wanted, abs=1e-9)
    absent = [10 in term for term in terms(2)]
    assert np.abs(learner.coefficients_[absent]).max() < 1e-9
    assert learner.intercept_ == pytest.approx((labels - columns @ wanted).mean())


def test_a_forest_trained_on_outcomes_scores_no_win_above_the_mean_win() -> None:
    text = "forest(trees=10, leaves=20, features=paper, outcomes=true)"
    same_worth = replace(data(), labels=np.sign(data().labels) * 7.0)
    model = train(Task(text), same_worth)
    scores = train(Task(text.replace("true", "false")), same_worth)
    assert np.array_equal(model.arrays["value"], scores.arrays["value"])
    most = np.abs(data().labels[data().labels != 0]).mean()
    assert np.abs(predict(train(Task(text), data()), data())).max() <= most + 1e-6


@pytest.mark.parametrize("kind", ["logistic", "forest", "boosting", "mlp", "tables"])
def test_a_resumed_training_gives_the_same_model(kind: str, tmp_path: Path) -> None:
    task, checkpoint = Task(SPECS[kind], seed=2), tmp_path / "part"

    def fake(_: ModelFile) -> float:
        return 1.0  # it wins every game

    whole = train(task, data(), strength=fake)
    measured = strength_curve(whole.header.metrics)
    assert (measured[0], measured[-1][1]) == ((1, 1.0), 1.0)

    def stop(point: RoundPoint) -> None:
        if point.round == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(task, data(), checkpoint=checkpoint, on_round=stop, strength=fake)
    resumed = train(task, data(), checkpoint=checkpoint, strength=fake)
    assert resumed.header == whole.header
    for name, array in whole.arrays.items():
        assert np.array_equal(resumed.arrays[name], array), name


def test_the_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    train(Task(SPECS["poly"]), data(), checkpoint=tmp_path / "part")
    with pytest.raises(InvalidSetting, match="another training"):
        train(Task(SPECS["poly"], seed=9), data(), checkpoint=tmp_path / "part")


def test_the_polynomial_has_78_columns_in_the_papers_order() -> None:
    rows = np.arange(22, dtype=np.float64).reshape(2, 11)
    found = expanded(rows, 2)
    assert found.shape == (2, 78)
    assert found[1, :12].tolist() == [1, *rows[1]]
    assert found[1, 12] == rows[1, 0] ** 2
    assert found[1, 13] == rows[1, 0] * rows[1, 1]
    assert found[1, -1] == rows[1, 10] ** 2


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Task("oracle"), "unknown model"),
        (Task("poly(degree=5)"), "from 1 to 4"),
        (Task("poly(degree=0)"), "from 1 to 4"),
        (Task("forest(features=theirs)"), "must be one of ours, paper"),
        (Task("tables(features=paper)"), "has no parameter 'features'"),
        (Task("boosting(leafs=3)"), "did you mean 'leaves'"),
        (Task("poly", split="0"), "is left to train with"),
        (Task("poly", split="99999"), "is left to test with"),
        (Task("poly", split="halves"), "unknown split"),
        (Task("poly", split="-3"), "unknown split"),
    ],
)
def test_impossible_trainings_are_refused(task: Task, words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        train(task, data())


def test_published_and_intended_features_are_not_mixed() -> None:
    other = replace(data(), facts={"published": True})
    with pytest.raises(InvalidSetting, match="some the intended"):
        train(Task("poly"), joined([data(), other]))
    assert train(Task("poly"), joined([other, other])).header.parameters["published"]


def test_data_with_one_label_is_refused() -> None:
    same = Dataset(np.ones(len(data())), data().paper, data().boards)
    with pytest.raises(InvalidSetting, match="nothing to learn"):
        train(Task("mlp"), same)


def test_features_that_do_not_match_the_model_are_refused(tmp_path: Path) -> None:
    model = train(Task(SPECS["boosting"]), data())
    without_boards = Dataset(data().labels, data().paper)
    with pytest.raises(InvalidSetting, match="no boards"):
        predict(model, without_boards)
    header = model.header
    object.__setattr__(header, "features", ("a", "b"))
    save_model(tmp_path / "odd.npz", header, model.arrays)
    with pytest.raises(InvalidSetting, match="features that this enraya does not compute"):
        read_heuristic(str(tmp_path / "odd.npz"))
