"""`enraya bench languages`: what an agent costs in each language."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.languages import GAMES, cases, examples_folder, measure
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal


def languages(
    games: Annotated[int, typer.Option(min=1, help="Games for each language.")] = GAMES,
    as_json: JsonOption = False,
) -> None:
    """Measure how long an agent takes to start and to move, for each language it may be written in.

    Example: enraya bench languages --games 5
    """
    todo = list(cases(examples_folder()))
    rows = []
    with progress_bar("playing", len(todo)) as advance:
        for case in todo:
            advance(0, description=case.language)
            rows.append(measure(case, games))
            advance(1)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table("language")
    for heading in ("start", "first move", "further moves"):
        table.add_column(heading, justify="right")
    for row in rows:
        times = (row.start_seconds, row.first_seconds, row.move_seconds)
        table.add_row(row.language, *(_milliseconds(time) for time in times))
    console = terminal()
    console.print(table)
    for row in rows:
        if row.missing:
            console.print(f"{row.language}: {row.missing}", markup=False, highlight=False)


def _milliseconds(seconds: float | None) -> str:
    return "not here" if seconds is None else f"{1e3 * seconds:,.2f} ms"
