"""The learned evaluation of Madrid: its regression, and the models it wished for.

The paper's data is not available. Ours has the paper's distribution of positions, its features as
intended, and labels from the solver; so its figures can be compared but not matched.
"""

from functools import cache
from pathlib import Path

from enraya.learn.data.dataset import Dataset, make_dataset
from enraya.learn.data.labelling import label_positions
from enraya.learn.data.samplers import Sampling
from enraya.learn.measures import Measures
from enraya.learn.training.train import Task, train
from enraya.reproduce.claim import Agreement, Claim, Finding, Lab, Thoroughness
from enraya.reproduce.match import Match

PAPER = "uam"
POSITIONS = 28_000
"""About 190,000 rows, as many as the paper had."""
SEED = 1
SPLIT = "paper"
PRINTED = "MSE 73.41, R² 0.23, My test 59.37 %"
PRINTED_R2 = 0.23
NEAR = 0.1
"""How far R² may be from the paper's on other data of the same kind."""
REGRESSION = "poly(degree=2)"
WISHES = {
    "poly(degree=3)": "a higher degree improves the predictions",
    "logistic": "classification instead of regression: logistic regression",
    "forest(trees=50)": "a random forest",
    "mlp": "deep networks would have been interesting",
}
"""Models that the paper names without having tried them."""


@cache
def _data(positions: int, checkpoint: Path, engine: str, workers: int | None) -> Dataset:
    sampling = Sampling()
    labels = label_positions(
        sampling, positions, SEED, engine=engine, workers=workers, checkpoint=checkpoint
    )
    return make_dataset(labels.positions, sampling.as_json())


@cache
def _trained(
    model: str, positions: int, checkpoint: Path, engine: str, workers: int | None
) -> Measures:
    data = _data(positions, checkpoint, engine, workers)
    return Measures(**train(Task(model, split=SPLIT), data).header.metrics["test"])


def _measures(model: str, lab: Lab) -> Measures:
    positions = lab.thoroughness.count(POSITIONS)
    labels = lab.store.path.with_suffix(f".{positions}.labels")
    return _trained(model, positions, labels, lab.engine, lab.workers)


def _figure(found: Measures) -> str:
    return (
        f"MSE {found.mse:.2f}, R² {found.r2:.2f}, My test {found.my_test:.2%}, "
        f"sign {found.sign:.2%} on {found.rows} rows"
    )


def _commands(model: str, thoroughness: Thoroughness) -> str:
    return (
        f"enraya dataset --positions {thoroughness.count(POSITIONS)} --seed {SEED} "
        "--out data.parquet && "
        f'enraya train "{model}" --data data.parquet --split {SPLIT} --out model.npz'
    )


def _regression(lab: Lab) -> Finding:
    found = _measures(REGRESSION, lab)
    near = abs(found.r2 - PRINTED_R2) <= NEAR
    return Finding(
        _figure(found),
        Agreement.FIXED if near else Agreement.NOT,
        "the features' slips; the data is ours" if near else "the paper's data is not available",
    )


def _wish(model: str, text: str) -> Claim:
    def measure(lab: Lab) -> Finding:
        found, before = _measures(model, lab), _measures(REGRESSION, lab)
        better = found.sign > before.sign
        return Finding(
            f"{_figure(found)}; degree 2 has sign {before.sign:.2%}",
            Agreement.REPRODUCED if better else Agreement.NOT,
            "" if better else "it is no better here",
        )

    return Claim(PAPER, "1.11", text, lambda thoroughness: _commands(model, thoroughness), measure)


CLAIMS = (
    Claim(
        PAPER, "1.9", f"regression of degree 2 on eleven features: {PRINTED}",
        lambda thoroughness: _commands(REGRESSION, thoroughness), _regression,
    ),
    *(_wish(model, text) for model, text in WISHES.items()),
    Match("learned(ntuple)", "alphabeta(depth=4, eval=uam-h2(base=2), style=uam)", 1000).claim(
        PAPER, "1.11", "reinforcement learning would have been interesting: n-tuples, one move "
        "ahead, against the best final player",
    ),
)  # fmt: skip
