"""`enraya train` and `export`: models from positions or games, and their source code."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from enraya.callspec import parse_callspec
from enraya.cli.common.messages import check_folder, resumable
from enraya.cli.common.options import JsonOption
from enraya.cli.common.positions import SizeOption, chosen_rules
from enraya.cli.common.progress import done_bar, progress_console
from enraya.cli.common.tables import show
from enraya.cli.learn.dataset import PublishedOption, SplitOption, read_rows
from enraya.cli.learn.printed_fit import printed_fit
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.learn.data.dataset import Dataset, without_positions
from enraya.learn.data.split import default_split, parse_split
from enraya.learn.export import source_code
from enraya.learn.quality.strength import describe_strength, strength
from enraya.learn.training.ntuple import (
    POINTS,
    GamesPoint,
    NtupleSettings,
    parse_settings,
    train_ntuple,
)
from enraya.learn.training.train import RoundPoint, Task
from enraya.learn.training.train import train as learn
from enraya.models import load_model, model_path, save_model
from enraya.solver.position_sets import load_file

_SHOWN = 20
"""The learning curve is printed at every twentieth point."""


def train(
    model: Annotated[
        str,
        typer.Argument(
            help="poly(degree=2), logistic, forest, boosting(trees=400), mlp, tables or ntuple; "
            "logistic(features=paper) and the like learn from the paper's eleven features."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The model file to write.")],
    data: Annotated[
        list[Path] | None,
        typer.Option(
            help="A file of `enraya dataset`, parquet or CSV; may be given several times. "
            "Not for ntuple."
        ),
    ] = None,
    without: Annotated[
        list[Path] | None,
        typer.Option(help="A file of lines MOVES SCORE: positions to leave out; may be repeated."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Only for ntuple: games against itself.")
    ] = None,
    size: SizeOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed and data, same file.")] = 0,
    split: SplitOption = None,
    published: PublishedOption = False,
    print_fit: Annotated[
        bool,
        typer.Option(
            "--print", help="Print predictions, coefficients and measures as the paper did."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Train a model on labelled positions and measure it on positions it has not seen.

    Shows the learning curve while it learns. Progress is kept in FILE.part: after an
    interruption the same command resumes from there.

    An ntuple learns from games against itself and needs no data.

    Example: enraya train "poly(degree=2)" --data data.parquet --out poly.npz
    """
    check_folder(out)
    if as_json and print_fit:
        raise InvalidSetting("--print and --json both say what was learnt; choose one of them")
    if parse_callspec(model).name == "ntuple":
        if data or without:
            raise InvalidSetting("ntuple learns from games: leave out --data and --without")
        if split or published or print_fit:
            raise InvalidSetting("ntuple has no data to split or print")
        train_by_games(model, out, games, seed, size, as_json=as_json)
        return
    if games is not None or size is not None:
        raise InvalidSetting("--games and --size go with ntuple only")
    if not data:
        raise InvalidSetting(
            f"{model} learns from data: give a file of `enraya dataset` with --data"
        )
    rows, unseen = _rows(data, without or [], published)
    split = split or default_split(rows)
    words = ["enraya", "train", model, *_repeated("--data", data)]
    words += [*_repeated("--without", without or []), "--out", out.name, "--seed", str(seed)]
    words += [] if split == default_split(rows) else ["--split", split]
    words += ["--published"] if published else []
    facts = {"data": dict(rows.facts), "without": unseen}
    task = Task(model, seed, split, shlex.join(words), facts)
    console = progress_console()
    with resumable(out) as part, done_bar("learning") as on_done:

        def on_round(point: RoundPoint) -> None:
            on_done(point.round, point.rounds)
            found = point.measures
            played = "" if point.strength is None else f", {describe_strength(point.strength)}"
            console.print(
                f"round {point.round}: R² {found.r2:.4f}, MSE {found.mse:.2f}, "
                f"sign {100 * found.sign:.2f} %{played}"
            )

        trained = learn(task, rows, checkpoint=part, on_round=on_round, strength=strength)
        save_model(out, trained.header, trained.arrays)
    test = trained.header.metrics["test"]
    measured = (
        f"{out}: R² {test['r2']:.4f}, MSE {test['mse']:.2f}, "
        f"My test {100 * test['my_test']:.2f} %, "
        f"sign {100 * test['sign']:.2f} % on {test['rows']} rows it has not seen"
    )
    show({"out": str(out), "model": model, "test": test}, lambda: measured, as_json=as_json)
    if print_fit:
        print(printed_fit(trained, rows.take(parse_split(task.split)(rows).test)))


def _rows(data: list[Path], without: list[Path], published: bool) -> tuple[Dataset, int]:
    """The rows of ``data`` without the positions in ``without``, and how many those are."""
    unseen = [scored.position for path in without for scored in load_file(path)]
    rows = read_rows(data, published)
    return (without_positions(rows, unseen) if unseen else rows), len(unseen)


def _repeated(option: str, paths: list[Path]) -> list[str]:
    return [word for path in paths for word in (option, path.name)]


def train_by_games(
    model: str, out: Path, games: int | None, seed: int, size: str | None, *, as_json: bool
) -> None:
    """Trains an ntuple with the settings in ``model``; shows a bar and the learning curve."""
    rules = chosen_rules("classic", size)
    settings = parse_settings(model, games or NtupleSettings().games, seed, rules)
    words = ["enraya", "train", model, "--games", str(settings.games)]
    words += [] if size is None else ["--size", f"{rules.columns}x{rules.rows}"]
    command = shlex.join([*words, "--out", out.name, "--seed", str(seed)])
    console = progress_console()
    with resumable(out), done_bar("playing", settings.games) as on_done:

        def on_point(point: GamesPoint) -> None:
            on_done(point.games)
            if point.games // max(settings.games // POINTS, 1) % _SHOWN == 0:
                console.print(_describe(point))

        training = train_ntuple(out, settings, command, on_point, strength)
    last = training.curve[-1]
    answer = {"out": str(out), "model": model, "last": last._asdict()}
    show(answer, lambda: f"{out}: {_describe(last)}", as_json=as_json)


def _describe(point: GamesPoint) -> str:
    """A point of the learning curve in words."""
    played = "" if point.strength is None else f", {describe_strength(point.strength)}"
    return f"{point.games} games: values {point.error:.3f} from their targets{played}"


def export(
    file: Annotated[
        str, typer.Argument(help="The file of a poly, or of a logistic(features=paper).")
    ],
    language: Annotated[str, typer.Option("--to", help="lisp, python, c or java.")],
    out: Annotated[
        Path | None, typer.Option(help="The file to write; standard output if not given.")
    ] = None,
) -> None:
    """Write a fitted model as code: features from a board, their value, and the best column.

    The code does not need enraya; the comment at its top lists the features in order.

    Example: enraya export poly.npz --to lisp --out poly.lisp
    """
    path = model_path(file)
    code = source_code(path.name, load_model(path), language)
    if out is None:
        print(code, end="")
    else:
        write_text(out, code)
        print(f"{out}: {len(code.splitlines())} lines of {language}")
