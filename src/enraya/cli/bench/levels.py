"""`enraya bench levels`: a league of players whose order is known."""

import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table

from enraya.bench.ladder.levels import measure_levels
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal


def levels(
    games: Annotated[
        int, typer.Option(min=10, max=100_000, help="Games of the ladder to play.")
    ] = 600,
    highest: Annotated[int, typer.Option(min=2, max=10, help="The levels from 1 to this.")] = 10,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that play.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Of times and openings.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Let the levels join a league as programs, and see whether the ladder finds their order.

    Teams join at random times and send a weaker program first. Games take about a second each.

    Example: enraya bench levels --highest 3 --games 40
    """
    with tempfile.TemporaryDirectory(prefix="enraya-levels-") as scratch:
        folder = Path(scratch) / "league"
        order = measure_levels(folder, range(1, highest + 1), games, workers=workers, seed=seed)
    apart, wrong = order.told_apart, order.reversed_pairs
    if as_json:
        rows = [row._asdict() for row in order.levels]
        found = {"games": order.games, "told_apart": apart, "reversed": wrong, "levels": rows}
        print(json.dumps(found))
        return
    right = [Column(title, justify="right") for title in ("level", "rating", "interval", "games")]
    table = Table(*right)
    for row in order.levels:
        interval = f"{row.low:.0f} – {row.high:.0f}"
        table.add_row(str(row.level), f"{row.elo:.0f}", interval, str(row.games))
    terminal().print(table)
    print(f"{order.games} games: {apart} pairs of levels told apart, {wrong} the wrong way round")
