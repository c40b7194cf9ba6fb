"""Options that the ways to evolve share."""

from pathlib import Path
from typing import Annotated

import typer

ReportOption = Annotated[Path | None, typer.Option(help="Write a page with charts to this file.")]
EverySeedOption = Annotated[int, typer.Option(help="The same seed gives the same run.")]
