"""`enraya bench web`: many visitors at once."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.hostile import HostileRow, measure_hostile
from enraya.bench.links import LinkRow, measure_links
from enraya.bench.web import WebRow, measure_web
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal

HOSTILE_CLIENTS = 50


def web(
    clients: Annotated[int, typer.Option(min=1, max=500, help="Visitors at once.")] = 200,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="How long to measure.")] = 60.0,
    port: Annotated[int, typer.Option(min=1, max=65535, help="A free port.")] = 8765,
    hostile: Annotated[
        bool, typer.Option("--hostile", help="Let 50 visitors in beside hostile ones.")
    ] = False,
    links: Annotated[
        bool, typer.Option("--links", help="Measure games by link, one move a second each.")
    ] = False,
    games: Annotated[int, typer.Option(min=1, max=240, help="Games by link at once.")] = 200,
    as_json: JsonOption = False,
) -> None:
    """Measure a laboratory on this machine while visitors play and ask for analyses.

    Each pauses about a second between requests; one request in ten is an analysis.

    With --hostile others fill games, uploads, runs, queues and connections meanwhile, and try
    to stop and delete what is not theirs.

    With --links two people play in each game, and the time is from a move to the other side.

    Example: enraya bench web --clients 50 --seconds 20
    """
    row: WebRow | HostileRow | LinkRow
    if links:
        row = measure_links(games, seconds, port)
    elif hostile:
        row = measure_hostile(HOSTILE_CLIENTS, seconds, port)
    else:
        row = measure_web(clients, seconds, port)
    if as_json:
        print(json.dumps(asdict(row)))
        return
    table = Table("measure", "value")
    for name, value in asdict(row).items():
        text = f"{value:,.2f}" if isinstance(value, float) else str(value)
        table.add_row(name.replace("_", " "), text)
    terminal().print(table)
