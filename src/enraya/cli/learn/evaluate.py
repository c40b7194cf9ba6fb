"""`enraya evaluate` and `ablate`: how good a model is, and which features matter to it."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from enraya.cli.common.options import JsonOption, LangOption, chosen_texts, parse_range
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import right, show, table_of
from enraya.cli.learn.dataset import DataOption, PublishedOption, SplitOption, read_rows
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.learn.data.split import default_split, parse_split
from enraya.learn.data.storage import read_dataset
from enraya.learn.quality.evaluation import (
    PRINTED,
    Evaluation,
    Play,
    evaluate_model,
    evaluate_play,
)
from enraya.learn.training.ablation import TRAININGS, Ablation
from enraya.learn.training.ablation import ablate as measure
from enraya.learn.training.train import Task
from enraya.reports.learning import learning_page
from enraya.solver.position_sets import SETS, load_set


def evaluate(
    models: Annotated[
        list[str], typer.Argument(help="Model files, or names of models that come with enraya.")
    ],
    data: Annotated[
        Path | None, typer.Option(help="A file of `enraya dataset` the models did not learn from.")
    ] = None,
    part: Annotated[
        str, typer.Option(help="Which rows of the data: test (never trained on) or all.")
    ] = "test",
    split: SplitOption = None,
    depths: Annotated[
        str,
        typer.Option(help="Depths at which to judge moves on the six sets: 1, or 1-8; 0 for none."),
    ] = "1",
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = 50,
    out: Annotated[Path | None, typer.Option(help="Write an HTML page with charts.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure trained models: their predictions on data, their moves against perfect play.

    Example: enraya evaluate tables --depths 1 --count 20
    """
    if part not in ("test", "all"):
        raise InvalidSetting(f"--part {part!r}: choose test or all")
    t = chosen_texts(lang)
    numbers = parse_range("depths", depths, 20)
    found = _predictions(models, data, part, split) if data else []
    play = _play(models, range(max(numbers[0], 1), numbers.stop), count)
    if out is not None:
        if not found:
            raise InvalidSetting("the page needs --data with exact scores")
        write_text(out, learning_page(found, play, t).render())
    rows = [{**asdict(row), "points": None} for row in found]
    show(
        {"predictions": rows, "play": _play_objects(play)},
        lambda: [
            *([_prediction_table(found)] if found else []),
            *([_play_table(play)] if play else []),
        ],
        as_json=as_json,
    )


def _predictions(
    models: Sequence[str], path: Path, part: str, split: str | None
) -> list[Evaluation]:
    data = read_dataset(path)
    if part == "test":
        data = data.take(parse_split(split or default_split(data))(data).test)
    return [evaluate_model(model, data) for model in models]


def _play(models: Sequence[str], depths: range, count: int) -> Play:
    sets = {name: load_set(name)[:count] for name in SETS} if depths else {}
    total = len(models) * len(depths) * sum(map(len, sets.values()))
    with progress_bar("judging moves", total) as advance:
        return evaluate_play(models, depths, sets, lambda: advance(1))


def _play_objects(play: Play) -> list[dict[str, object]]:
    return [
        {
            "model": model,
            "depth": depth,
            "set": row.set,
            "positions": row.count,
            "value_losing": row.value_losing,
            "not_perfect": row.not_perfect,
        }
        for (model, depth), rows in play.items()
        for row in rows
    ]


def _prediction_table(found: list[Evaluation]) -> Table:
    rows: list[tuple[object, ...]] = []
    for row in found:
        m = row.measures
        shares = (f"{100 * share:.2f} %" for share in (m.my_test, m.sign, m.outcome))
        numbers = (m.rows, f"{m.mse:.2f}", f"{m.r2:.4f}", *shares)
        rows.append((row.model, row.kind, row.features, *numbers))
    theirs = (f"{PRINTED['mse']:.2f}", f"{PRINTED['r2']:.2f}", f"{100 * PRINTED['my_test']:.2f} %")
    rows.append(("the paper's own", "poly", "the paper's 11", "29881", *theirs))
    measures = map(right, ("rows", "MSE", "R²", "My test", "sign", "outcome"))
    headings = ("model", "kind", "features", *measures)
    return table_of(headings, rows, title="predictions of exact scores")


def _play_table(play: Play) -> Table:
    names = [row.set.replace("-", "-\n") for row in next(iter(play.values()))]  # six fit in 80
    lines = ((model, depth, *(row.shares for row in rows)) for (model, depth), rows in play.items())
    title = "value-losing / not perfect, in % of moves"
    return table_of(("model", "depth", *names), lines, title=title)


def ablate(
    model: Annotated[
        str, typer.Argument(help="poly(degree=2), or another such as forest(features=paper).")
    ],
    data: DataOption,
    split: SplitOption = None,
    published: PublishedOption = False,
    seed: Annotated[int, typer.Option(min=0, help="Same seed and data, same table.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Train a model without each of the paper's features, to see which matter.

    The loss of a feature is how much the mean squared error grows without it.

    Example: enraya ablate "poly(degree=2)" --data data.parquet
    """
    rows = read_rows(data, published)
    task = Task(model, seed, split or default_split(rows))
    with progress_bar("learning", TRAININGS) as advance:
        found = measure(task, rows, lambda: advance(1))
    show(found.as_json(), lambda: _ablation_table(model, found), as_json=as_json)


def _ablation_table(model: str, found: Ablation) -> Table:
    rows = []
    for name, row in {"nothing": found.whole, **found.without}.items():
        loss = f"{row.mse - found.whole.mse:+.2f}" if row is not found.whole else ""
        shares = (f"{100 * share:.2f} %" for share in (row.my_test, row.sign))
        rows.append((name, f"{row.mse:.2f}", loss, f"{row.r2:.4f}", *shares))
    headings = ("without", *map(right, ("MSE", "loss", "R²", "My test", "sign")))
    return table_of(headings, rows, title=f"{model} on {found.whole.rows} rows it has not seen")
