"""The claims of the paper from Madrid on learning: its regression, and models it only suggests.

The paper's data is not available. Our positions are drawn as in the paper and labelled by the
solver, so the figures can be compared, but need not be equal.
"""

import re
from functools import cache

from enraya.arena.statistics.tally import Tally
from enraya.learn.data.dataset import Dataset, make_dataset
from enraya.learn.data.labelling import label_positions
from enraya.learn.data.published import as_published, drawn_patterns
from enraya.learn.data.samplers import Sampling
from enraya.learn.quality.predictions import Measures
from enraya.learn.training.ablation import Ablation, ablate
from enraya.learn.training.train import Task, train
from enraya.models import ModelFile, save_model
from enraya.reproduce.claim import (
    Agreement,
    Claim,
    Experiment,
    Finding,
    Lab,
    Thoroughness,
    decided,
)
from enraya.reproduce.experiments import judge, match_of, stronger
from enraya.reproduce.uam import FINAL, PAPER, SUPPLIED

POSITIONS = 28_000
"""They give about 190,000 rows, as many as the paper had."""
SEED = 1
SPLIT = "paper"
PRINTED = "MSE 73.41, R² 0.23, My test 59.37 %"
PRINTED_R2 = 0.23
REGRESSION = "poly(degree=2)"
ELEVEN = "on the paper's eleven features"
OURS = "on our 173 features, where the paper has eleven"
CONCLUSIONS = "3.4 Conclusiones"
DISTANCES, RUNS = "both distances", "all runs of two"
"""Two groups of features, by their names in `enraya.learn.training.ablation.WITHOUT`."""
LITTLE = 0.01
"""An error that grows by less than this share counts as unchanged."""


@cache
def _labels(positions: int, lab: Lab) -> Dataset:
    """The labelled data set; finished blocks of labels are kept beside the store."""
    kept = lab.store.path.with_suffix(f".{positions}.labels")
    labels = label_positions(
        Sampling(), positions, SEED, engine=lab.engine, workers=lab.workers, checkpoint=kept,
        on_done=lab.on_done,
    )  # fmt: skip
    return make_dataset(labels.positions, Sampling().as_json())


def _rows(published: bool = False) -> Experiment:
    """An experiment whose result is the data set for training and test."""

    def command(thoroughness: Thoroughness) -> str:
        how = " --published" if published else ""
        positions = thoroughness.count(POSITIONS)
        return f"enraya dataset --positions {positions} --seed {SEED}{how} --out {_data(published)}"

    def run(lab: Lab) -> Dataset:
        positions = lab.thoroughness.count(POSITIONS)
        data = _labels(positions, lab)
        return as_published(data, drawn_patterns(positions, SEED)) if published else data

    return Experiment(command, run)


def _data(published: bool = False) -> str:
    """The name of the data file in commands."""
    return "published.parquet" if published else "data.parquet"


def _fit(model: str, published: bool = False) -> Experiment:
    """An experiment whose result is a model's measures on the test part."""
    data, out = _data(published), _file_of(model, published)
    return Experiment(
        lambda _: f'enraya train "{model}" --data {data} --split {SPLIT} --out {out}',
        lambda lab: Measures(**_trained(model, lab, published).header.metrics["test"]),
    )


@cache
def _trained(model: str, lab: Lab, published: bool = False) -> ModelFile:
    return train(Task(model, split=SPLIT), _rows(published).run(lab))


def _file_of(model: str, published: bool = False) -> str:
    """The name of the model file in commands."""
    return re.sub(r"\W+", "", model) + ("-published" if published else "") + ".npz"


def _figure(found: Measures) -> str:
    """The measures as `enraya train` prints them."""
    return (
        f"R² {found.r2:.4f}, MSE {found.mse:.2f}, My test {100 * found.my_test:.2f} %, "
        f"sign {100 * found.sign:.2f} % on {found.rows} rows"
    )


def _regression(published: bool) -> Claim:
    how = "with the slips of the published program" if published else "as intended"

    def judge_fit(_: Dataset, found: Measures) -> Finding:
        fits = "better" if found.r2 > PRINTED_R2 else "worse"
        because = f"the paper's data is not available; the same model fits ours {fits}"
        return Finding(_figure(found), Agreement.NOT, because)

    return Claim(
        PAPER, "3.3 Entrenamiento", f"regression of degree 2 {ELEVEN}: {PRINTED}; features {how}",
        (_rows(published), _fit(REGRESSION, published)), judge_fit,
    )  # fmt: skip


def _better(model: str, text: str, features: str) -> Claim:
    """The claim that a model is more accurate than the regression, by the paper's "My test"."""

    def judge_fits(_: Dataset, found: Measures, before: Measures) -> Finding:
        figure = f"{_figure(found)}; {REGRESSION}: {_figure(before)}"
        if found.my_test <= before.my_test:
            return Finding(figure, Agreement.NOT, "it labels no more moves correctly here")
        if features == OURS:
            return Finding(figure, Agreement.FIXED, "the features, which are not the paper's")
        return Finding(figure, Agreement.REPRODUCED)

    return Claim(
        PAPER, CONCLUSIONS, f"{text}: {model} {features}, by My test",
        (_rows(), _fit(model), _fit(REGRESSION)), judge_fits,
    )  # fmt: skip


def _regression_match() -> Experiment:
    """An experiment: the supplied player plays the regression, both at depth 4."""

    def match(model: str) -> Experiment:
        regression = f"alphabeta(depth=4, eval=learned({model}), style=uam)"
        return match_of(SUPPLIED, regression, games=1000)

    def run(lab: Lab) -> Tally:
        model = _trained(REGRESSION, lab)
        path = lab.store.path.with_suffix(f".{lab.thoroughness.count(POSITIONS)}.npz")
        save_model(path, model.header, model.arrays)
        tally: Tally = match(str(path)).run(lab)
        return tally

    return Experiment(match(_file_of(REGRESSION)).command, run)


def _ablation() -> Experiment:
    """An experiment whose result is the ablation of the regression."""
    return Experiment(
        lambda _: f'enraya ablate "{REGRESSION}" --data {_data()} --split {SPLIT}',
        lambda lab: ablate(Task(REGRESSION, split=SPLIT), _rows().run(lab), lambda: None),
    )


def _judge_distances(_: Dataset, found: Ablation) -> Finding:
    """The finding on whether the two mean distances among the eleven features matter."""
    whole, without = found.whole.mse, found.without[DISTANCES].mse
    losses = [
        f"without {name} {found.without[name].mse - whole:+.2f}" for name in (DISTANCES, RUNS)
    ]
    figure = f"MSE {whole:.2f}; {', '.join(losses)}"
    return decided(figure, without < (1 + LITTLE) * whole, "the regression needs them")


NETWORKS = "deep networks would have been interesting"
CLASSIFIER = "a classifier would have had acceptable results"
CLAIMS = (
    _regression(published=False),
    _regression(published=True),
    _better("poly(degree=3)", "a higher degree improves the predictions", ELEVEN),
    _better("poly(degree=4)", "a higher degree improves the predictions", ELEVEN),
    _better("forest(features=paper)", CLASSIFIER, ELEVEN),
    _better("logistic(features=paper)", CLASSIFIER, ELEVEN),
    _better("mlp(features=paper)", NETWORKS, ELEVEN),
    _better("forest(trees=50)", CLASSIFIER, OURS),
    _better("logistic", CLASSIFIER, OURS),
    _better("mlp", NETWORKS, OURS),
    Claim(
        PAPER, CONCLUSIONS, "the mean distances do not matter: by how much the MSE grows without "
        "them, and without the runs of two", (_rows(), _ablation()), _judge_distances,
    ),
    Claim(
        PAPER, CONCLUSIONS, "a simple heuristic would play better than the regression: the "
        "supplied player against it, both at depth 4",
        (_rows(), _fit(REGRESSION), _regression_match()), lambda *found: judge(found[-1]),
    ),
    stronger(
        PAPER, CONCLUSIONS, "reinforcement learning would have been interesting: n-tuples, one "
        "move ahead, against the three final players",
        match_of("learned(ntuple)", *FINAL, games=400),
    ),
)  # fmt: skip
