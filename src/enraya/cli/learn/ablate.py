"""`enraya ablate`: which of the paper's features matter."""

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal
from enraya.cli.learn.options import DataOption, PublishedOption, SplitOption

if TYPE_CHECKING:
    from enraya.learn.quality.measures import Measures
    from enraya.learn.training.ablation import Ablation


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

    The loss is what the mean squared error grows by when a feature is left out.

    Example: enraya ablate "poly(degree=2)" --data data.parquet
    """
    from enraya.cli.learn.reading import read_rows
    from enraya.learn.data.split import default_split
    from enraya.learn.training.ablation import TRAININGS
    from enraya.learn.training.ablation import ablate as measure
    from enraya.learn.training.train import Task

    rows = read_rows(data, published)
    task = Task(model, seed, split or default_split(rows))
    with progress_bar("learning", TRAININGS) as advance:
        found = measure(task, rows, lambda: advance(1))
    if as_json:
        print(json.dumps(found.as_json()))
    else:
        terminal().print(_table(model, found))


def _table(model: str, found: "Ablation") -> Table:
    table = Table("without", title=f"{model} on {found.whole.rows} rows it has not seen")
    for heading in ("MSE", "loss", "R²", "My test", "sign"):
        table.add_column(heading, justify="right")

    def add(name: str, row: "Measures") -> None:
        loss = f"{row.mse - found.whole.mse:+.2f}" if row is not found.whole else ""
        shares = (f"{100 * share:.2f} %" for share in (row.my_test, row.sign))
        table.add_row(name, f"{row.mse:.2f}", loss, f"{row.r2:.4f}", *shares)

    add("nothing", found.whole)
    for name, row in found.without.items():
        add(name, row)
    return table
