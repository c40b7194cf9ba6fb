"""`enraya bench league`: a whole class at once."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal


def league(
    teams: Annotated[int, typer.Option(min=1, max=500, help="Teams that submit.")] = 60,
    hostile: Annotated[int, typer.Option(min=0, max=500, help="How many are hostile.")] = 12,
    clients: Annotated[int, typer.Option(min=1, max=2_000, help="Who else watches.")] = 300,
    minutes: Annotated[float, typer.Option(min=0.1, max=600, help="How long to measure.")] = 10.0,
    port: Annotated[int, typer.Option(min=1, max=65535, help="A free port.")] = 8766,
    as_json: JsonOption = False,
) -> None:
    """Measure a league on this machine while a class submits to it and watches.

    Hostile teams send agents that sleep, fork, hoard memory, flood their output or bomb the
    compiler, in several languages, and archives that unpack to more than they say.

    Example: enraya bench league --teams 10 --hostile 3 --clients 50 --minutes 1
    """
    from enraya.bench.servers.league import measure_league

    row = measure_league(teams, hostile, clients, minutes, port)
    if as_json:
        print(json.dumps(asdict(row)))
        return
    table = Table("measure", "value")
    for name, value in asdict(row).items():
        text = f"{value:,.2f}" if isinstance(value, float) else str(value)
        table.add_row(name.replace("_", " "), text)
    terminal().print(table)
