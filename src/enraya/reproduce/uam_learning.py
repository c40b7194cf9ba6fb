"""The learned evaluation of Madrid: its regression, and the models it wished for.

The paper's data is not available. Ours has the paper's distribution of positions and labels from
the solver, so its figures can be compared but not matched.
"""

import re
from functools import cache
from pathlib import Path

from enraya.learn.data.dataset import Dataset, make_dataset
from enraya.learn.data.labelling import label_positions
from enraya.learn.data.published import as_published, drawn_patterns
from enraya.learn.data.samplers import Sampling
from enraya.learn.quality.predictions import Measures
from enraya.learn.training.ablation import ablate
from enraya.learn.training.train import Task, train
from enraya.models import ModelFile, save_model
from enraya.reproduce.claim import AND, Agreement, Claim, Finding, Lab, Thoroughness
from enraya.reproduce.match import DecidingMatch
from enraya.reproduce.uam import FINAL, PAPER, SUPPLIED

POSITIONS = 28_000
"""About 190,000 rows, as many as the paper had."""
SEED = 1
SPLIT = "paper"
PRINTED = "MSE 73.41, R² 0.23, My test 59.37 %"
PRINTED_R2 = 0.23
REGRESSION = "poly(degree=2)"
ELEVEN = "on the paper's eleven features"
OURS = "on our 173 features, where the paper has eleven"
CONCLUSIONS = "3.4 Conclusiones"
DISTANCES, RUNS = "both distances", "all runs of two"
"""Features that an ablation leaves out together, by its names."""
LITTLE = 0.01
"""The share by which an error grows that does not matter."""


@cache
def _labels(positions: int, lab: Lab) -> Dataset:
    """All rows, labelled by the solver; finished blocks are kept beside the store."""
    kept = lab.store.path.with_suffix(f".{positions}.labels")
    labels = label_positions(
        Sampling(), positions, SEED, engine=lab.engine, workers=lab.workers, checkpoint=kept,
        on_done=lab.on_done,
    )  # fmt: skip
    return make_dataset(labels.positions, Sampling().as_json())


@cache
def _trained(model: str, lab: Lab, published: bool = False) -> ModelFile:
    positions = lab.thoroughness.count(POSITIONS)
    data = _labels(positions, lab)
    if published:
        data = as_published(data, drawn_patterns(positions, SEED))
    return train(Task(model, split=SPLIT), data)


def _measures(model: ModelFile) -> Measures:
    return Measures(**model.header.metrics["test"])


def _figure(found: Measures) -> str:
    """As `enraya train` prints it."""
    return (
        f"R² {found.r2:.4f}, MSE {found.mse:.2f}, My test {100 * found.my_test:.2f} %, "
        f"sign {100 * found.sign:.2f} % on {found.rows} rows"
    )


def _read(output: str) -> list[str]:
    return re.findall(r": (R² .+ rows) it has not seen", output)


def _file_of(model: str, published: bool = False) -> str:
    return re.sub(r"\W+", "", model) + ("-published" if published else "") + ".npz"


def _commands(thoroughness: Thoroughness, *models: str, published: bool = False) -> str:
    data = "published.parquet" if published else "data.parquet"
    rows = f"enraya dataset --positions {thoroughness.count(POSITIONS)} --seed {SEED}"
    how = " --published" if published else ""
    return AND.join(
        [
            f"{rows}{how} --out {data}",
            *(
                f'enraya train "{model}" --data {data} --split {SPLIT} '
                f"--out {_file_of(model, published)}"
                for model in models
            ),
        ]
    )


def _regression(published: bool) -> Claim:
    how = "with the slips of the published program" if published else "as intended"

    def measure(lab: Lab) -> Finding:
        found = _measures(_trained(REGRESSION, lab, published))
        fits = "better" if found.r2 > PRINTED_R2 else "worse"
        because = f"the paper's data is not available; the same model fits ours {fits}"
        return Finding(_figure(found), Agreement.NOT, because)

    return Claim(
        PAPER, "3.3 Entrenamiento", f"regression of degree 2 {ELEVEN}: {PRINTED}; features {how}",
        lambda thoroughness: _commands(thoroughness, REGRESSION, published=published),
        measure, lambda output: "".join(_read(output)[-1:]),
    )  # fmt: skip


def _better(model: str, text: str, features: str) -> Claim:
    """The claim that a model labels more moves right than the regression, by the paper's test."""

    def measure(lab: Lab) -> Finding:
        found, before = (_measures(_trained(name, lab)) for name in (model, REGRESSION))
        figure = f"{_figure(found)}; {REGRESSION}: {_figure(before)}"
        if found.my_test <= before.my_test:
            return Finding(figure, Agreement.NOT, "it labels no more moves right here")
        if features == OURS:
            return Finding(figure, Agreement.FIXED, "the features, which are not the paper's")
        return Finding(figure, Agreement.REPRODUCED)

    return Claim(
        PAPER, CONCLUSIONS, f"{text}: {model} {features}, by My test",
        lambda thoroughness: _commands(thoroughness, model, REGRESSION),
        measure, lambda output: f"; {REGRESSION}: ".join(_read(output)[-2:]),
    )  # fmt: skip


def _simple_heuristic() -> Claim:
    """The claim that a simple heuristic plays better than the regression."""

    def match(model: str) -> DecidingMatch:
        return DecidingMatch(
            SUPPLIED, (f"alphabeta(depth=4, eval=learned({model}), style=uam)",), 1000
        )

    def measure(lab: Lab) -> Finding:
        positions = lab.thoroughness.count(POSITIONS)
        path = Path(lab.store.path.with_suffix(f".{positions}.npz"))
        model = _trained(REGRESSION, lab)
        save_model(path, model.header, model.arrays)
        return match(str(path)).claim(PAPER, "", "").measure(lab)

    duel = match(_file_of(REGRESSION))
    claim = duel.claim(PAPER, CONCLUSIONS, "a simple heuristic would play better than the "
                       "regression: the supplied player against it, both at depth 4")  # fmt: skip
    return Claim(
        PAPER, claim.section, claim.text,
        lambda thoroughness: AND.join(
            [_commands(thoroughness, REGRESSION), duel.command(thoroughness)]
        ),
        measure, claim.read,
    )  # fmt: skip


def _distances() -> Claim:
    """The claim that two of the eleven features do not matter."""

    def measure(lab: Lab) -> Finding:
        data = _labels(lab.thoroughness.count(POSITIONS), lab)
        found = ablate(Task(REGRESSION, split=SPLIT), data, lambda: None)
        whole, without = found.whole.mse, found.without[DISTANCES].mse
        figure = _loss_figure(
            f"{whole:.2f}",
            *(f"{found.without[name].mse - whole:+.2f}" for name in (DISTANCES, RUNS)),
        )
        if without < (1 + LITTLE) * whole:
            return Finding(figure, Agreement.REPRODUCED)
        return Finding(figure, Agreement.NOT, "the regression needs them")

    def read(output: str) -> str:
        def cells(name: str) -> list[str]:
            found = re.search(rf"^│ {name} +│(.*)│$", output, re.MULTILINE)
            return [cell.strip() for cell in found[1].split("│")] if found else ["", ""]

        return _loss_figure(cells("nothing")[0], cells(DISTANCES)[1], cells(RUNS)[1])

    ablation = f'enraya ablate "{REGRESSION}" --data data.parquet --split {SPLIT}'
    return Claim(
        PAPER, CONCLUSIONS, "the mean distances do not matter: by how much the MSE grows without "
        "them, and without the runs of two",
        lambda thoroughness: AND.join([_commands(thoroughness), ablation]), measure, read,
    )  # fmt: skip


def _loss_figure(whole: str, distances: str, runs: str) -> str:
    return f"MSE {whole}; without {DISTANCES} {distances}, without {RUNS} {runs}"


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
    _distances(),
    _simple_heuristic(),
    DecidingMatch("learned(ntuple)", FINAL, 400).claim(
        PAPER, CONCLUSIONS, "reinforcement learning would have been interesting: n-tuples, one "
        "move ahead, against the three final players",
    ),
)  # fmt: skip
