"""`enraya dataset` makes data sets; also how `train` and `evaluate` read them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from enraya.cli.common.messages import resumable
from enraya.cli.common.options import EngineOption, JsonOption, WorkersOption, parse_range
from enraya.cli.common.progress import done_bar
from enraya.cli.common.tables import right, show, table_of
from enraya.errors import InvalidSetting
from enraya.extras import imported
from enraya.learn.data.dataset import Dataset, joined, make_dataset, without_repeats
from enraya.learn.data.labelling import label_positions
from enraya.learn.data.published import as_published, drawn_patterns
from enraya.learn.data.samplers import CELLS, Sampling
from enraya.learn.data.storage import FORMATS, read_dataset, write_dataset

DataOption = Annotated[
    list[Path],
    typer.Option(help="A file of `enraya dataset`, parquet or CSV; may be given several times."),
]
SplitOption = Annotated[
    str | None,
    typer.Option(
        help="How to divide the rows: position; paper, which learns from the first 160,000; or a "
        "number N, to learn from the first N. Default: position, for CSV paper."
    ),
]
PublishedOption = Annotated[
    bool,
    typer.Option(
        "--published",
        help="The features in the CSV were computed with the published program's slips.",
    ),
]


def read_rows(paths: Sequence[Path], published: bool = False) -> Dataset:
    """The rows of all these files together.

    Args:
        paths: parquet or CSV.
        published: whether the features of CSV files are those of the published program.

    Raises:
        InvalidSetting: when a file cannot be read, or ``published`` is given for a parquet file,
            which records how its features were computed.
    """
    rows = joined([read_dataset(path) for path in paths])
    if not published:
        return rows
    if rows.boards is not None:
        raise InvalidSetting("--published is for CSV; a parquet file knows its features itself")
    return replace(rows, facts={**rows.facts, "published": True})


def dataset(
    positions: Annotated[
        int, typer.Option(min=1, help="Number of positions; each gives one row per move.")
    ],
    out: Annotated[Path, typer.Option(help="The file to write.")],
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same file.")] = 0,
    sampler: Annotated[
        str, typer.Option(help="paper, random-games, selfplay or epsilon-perfect.")
    ] = "paper",
    stones: Annotated[
        str, typer.Option(help="Stones on the board, as LEAST-MOST; not for the sampler paper.")
    ] = "0-41",
    agents: Annotated[
        list[str] | None,
        typer.Option("--agent", help="An agent for selfplay; may be given several times."),
    ] = None,
    epsilon: Annotated[
        float, typer.Option(min=0, max=1, help="Share of random moves in the agents' games.")
    ] = 0.1,
    form: Annotated[
        str, typer.Option("--format", help="parquet, or csv for the paper's format.")
    ] = "parquet",
    published: Annotated[
        bool, typer.Option("--published", help="The paper's features with their known slips.")
    ] = False,
    unique: Annotated[
        bool, typer.Option("--unique", help="Drop repeated boards and mirror images.")
    ] = False,
    ours: Annotated[
        bool,
        typer.Option("--ours/--no-ours", help="Write our own features too, for other programs."),
    ] = False,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Sample positions and label every move with its exact score.

    Finished work is kept in FILE.part: after an interruption the same command
    resumes from there.

    Example: enraya dataset --positions 200 --seed 1 --out data.parquet
    """
    if form not in FORMATS:
        raise InvalidSetting(f"{form!r} is not a format; choose one of: {', '.join(FORMATS)}")
    names = tuple(agents) if agents else Sampling().agents
    numbers = parse_range("stones", stones, CELLS - 1)
    sampling = Sampling(sampler, names, epsilon, (numbers[0], numbers[-1]))
    if published and sampling.sampler != "paper":
        raise InvalidSetting("--published goes with the sampler 'paper' only")
    if form == "parquet":
        imported("pyarrow")  # before hours of work
    with resumable(out) as part, done_bar("labelling positions", positions) as on_done:
        labels = label_positions(
            sampling, positions, seed, engine=engine, workers=workers, checkpoint=part,
            on_done=on_done,
        )  # fmt: skip
        facts = {**sampling.as_json(), "positions": positions, "seed": seed}
        facts |= {"published": published, "unique": unique}
        data = make_dataset(labels.positions, facts)
        if published:
            data = as_published(data, drawn_patterns(positions, seed))
        if unique:
            data = without_repeats(data)
        write_dataset(out, data, form, ours=ours)
    spent = {str(stones): seconds for stones, seconds in labels.seconds.items()}
    made = f"{out}: {len(data)} rows from {positions} positions"
    show(
        {"out": str(out), "rows": len(data), **facts, "seconds": spent},
        lambda: [made, _time_table(labels.seconds)],
        as_json=as_json,
    )


def _time_table(seconds: dict[int, float]) -> Table:
    """A table of the time that labelling took, by the number of stones."""
    total = sum(seconds.values()) or 1.0
    rows = (
        (stones, f"{spent:.2f}", f"{100 * spent / total:.1f} %")
        for stones, spent in seconds.items()
    )
    headings = ("stones", right("seconds"), right("share"))
    return table_of(headings, rows, title="where the time went")
