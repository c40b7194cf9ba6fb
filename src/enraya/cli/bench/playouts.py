"""`enraya bench playouts`: random games per second."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.progress import track
from rich.table import Table

from enraya.bench.playouts import RULES, measure_playouts
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_console
from enraya.cli.common.tables import terminal


def playouts(
    games: Annotated[int, typer.Option(min=1, help="Games in each timed batch.")] = 200_000,
    as_json: JsonOption = False,
) -> None:
    """Measure random games per second on one core, compiled and through Position.

    Example: enraya bench playouts
    """
    console = progress_console()
    rows = [
        measure_playouts(rules, games)
        for rules in track(RULES, description="playing random games", console=console)
    ]
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table(
        "rules", "games/s", "slowest – fastest run", "games/s via Position", "mean length"
    )
    for row in rows:
        table.add_row(
            row.rules,
            f"{row.games_per_second:,.0f}",
            f"{row.slowest:,.0f} – {row.fastest:,.0f}",
            f"{row.position_games_per_second:,.0f}",
            f"{row.mean_length:.1f}",
        )
    terminal().print(table)
