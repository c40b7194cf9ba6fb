"""Options shared by all ways to evolve."""

from pathlib import Path
from typing import Annotated

import typer

ReportOption = Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")]
EverySeedOption = Annotated[
    int | None,
    typer.Option(help="The same seed gives the same run; a new one, printed, if not given."),
]
