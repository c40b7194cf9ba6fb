"""`enraya train`: models from labelled positions."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common import fail, progress_bar, progress_console
from enraya.errors import InvalidSetting

_INTERRUPTED = 130


def train(
    model: Annotated[
        str, typer.Argument(help="poly(degree=2), logistic, forest, boosting(trees=400) or mlp.")
    ],
    data: Annotated[
        list[Path], typer.Option(help="A file of `enraya dataset`; may be given several times.")
    ],
    out: Annotated[Path, typer.Option(help="The model file to write.")],
    seed: Annotated[int, typer.Option(min=0, help="Same seed and data, same file.")] = 0,
    split: Annotated[
        str, typer.Option(help="position, or report: the first 160,000 rows to learn from.")
    ] = "position",
) -> None:
    """Train a model on labelled positions and measure it on positions it has not seen.

    Shows the learning curve while it learns. What is reached is kept in FILE.part: after an
    interruption the same command goes on from there.

    Example: enraya train "poly(degree=2)" --data data.parquet --out poly.npz
    """
    from enraya.learn.dataset import joined
    from enraya.learn.storage import read_dataset
    from enraya.learn.training import Point, Task
    from enraya.learn.training import train as learn
    from enraya.models import save_model

    if not out.parent.is_dir():
        raise InvalidSetting(f"cannot write {str(out)!r}: there is no such directory")
    rows = joined([read_dataset(path) for path in data])
    checkpoint = out.with_name(out.name + ".part")
    names = [item for path in data for item in ("--data", path.name)]
    words = ["enraya", "train", model, *names, "--out", out.name, "--seed", str(seed)]
    words += [] if split == "position" else ["--split", split]
    task = Task(model, seed, split, shlex.join(words), {"data": dict(rows.facts)})
    console = progress_console()
    with progress_bar("learning", None) as advance:
        reached = 0

        def on_round(point: Point) -> None:
            nonlocal reached
            advance(point.round - reached, point.rounds)
            reached = point.round
            found = point.measures
            console.print(
                f"round {point.round}: R² {found.r2:.4f}, MSE {found.mse:.2f}, "
                f"sign {100 * found.sign:.2f} %"
            )

        try:
            trained = learn(task, rows, checkpoint=checkpoint, on_round=on_round)
        except KeyboardInterrupt:
            fail(f"stopped; the same command goes on from {str(checkpoint)!r}")
            raise typer.Exit(_INTERRUPTED) from None
    save_model(out, trained.header, trained.arrays)
    checkpoint.unlink(missing_ok=True)
    test = trained.header.metrics["test"]
    print(
        f"{out}: R² {test['r2']:.4f}, MSE {test['mse']:.2f}, "
        f"My test {100 * test['my_test']:.2f} %, "
        f"sign {100 * test['sign']:.2f} % on {test['rows']} rows it has not seen"
    )
