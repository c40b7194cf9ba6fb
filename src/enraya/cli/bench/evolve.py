"""`enraya bench evolve`: how fast evolution plays."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.evolve import measure_evolution
from enraya.cli.bench.options import RunsOption
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal


def evolve(
    runs: RunsOption = 5,
    pairs: Annotated[int, typer.Option(min=1, help="Pairs of games in the match.")] = 20,
    as_json: JsonOption = False,
) -> None:
    """Measure games per second on one core: gene agents, the original call, fixed-depth searches.

    Times are processor times, so other work on the machine does not count.

    Example: enraya bench evolve
    """
    rows = measure_evolution(runs, pairs)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table("what is played", "games", "games/s", "slowest – fastest run", "seconds")
    for row in rows:
        table.add_row(
            row.work,
            f"{row.games:,}",
            f"{row.games_per_second:,.0f}",
            f"{row.slowest:,.0f} – {row.fastest:,.0f}",
            f"{row.seconds:.3f}",
        )
    terminal().print(table)
