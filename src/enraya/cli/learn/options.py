"""Options that the commands about data sets and models share."""

from pathlib import Path
from typing import Annotated

import typer

DataOption = Annotated[
    list[Path],
    typer.Option(help="A file of `enraya dataset`, parquet or CSV; may be given several times."),
]
SplitOption = Annotated[
    str | None,
    typer.Option(
        help="position; paper: the first 160,000 rows to learn from; or their number. "
        "By default position, for CSV paper."
    ),
]
PublishedOption = Annotated[
    bool,
    typer.Option(
        "--published", help="The features of a CSV have the slips of the published program."
    ),
]
