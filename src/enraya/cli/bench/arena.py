"""`enraya bench arena`: games per second, the cost of isolation, a large store."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.arena import (
    GAMES,
    ISOLATED_GAMES,
    STORE_AGENTS,
    STORE_GAMES,
    measure_isolation,
    measure_ranking,
    measure_speed,
)
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal
from enraya.platform import cores


def arena(
    games: Annotated[int, typer.Option(min=100, help="Games of random players.")] = GAMES,
    isolated: Annotated[
        int, typer.Option(min=3, help="Games with an agent in its own process.")
    ] = ISOLATED_GAMES,
    stored: Annotated[int, typer.Option(min=1, help="Games in the large store.")] = STORE_GAMES,
    as_json: JsonOption = False,
) -> None:
    """Measure games per second, the cost of isolation, and how long ranking a large store takes.

    Example: enraya bench arena --games 2000 --stored 10000
    """
    with progress_bar("playing", 4) as advance:
        speeds = []
        for workers in (1, 2):
            speeds.append(measure_speed(workers, games))
            advance(1)
        overhead = measure_isolation(isolated)
        advance(1)
        ranking = measure_ranking(stored, STORE_AGENTS)
        advance(1)
    if as_json:
        answer = {
            "cores": cores(),
            "speeds": [{**asdict(s), "games_per_second": s.games_per_second} for s in speeds],
            "isolation_seconds_per_game": overhead,
            "ranking": asdict(ranking),
        }
        print(json.dumps(answer))
        return
    one, two = (speed.games_per_second for speed in speeds)
    table = Table("what", "measured")
    table.add_row("games/s, one core, in this process", f"{one:,.0f}")
    table.add_row("games/s, two processes", f"{two:,.0f} (x {two / one:.2f})")
    table.add_row("an isolated agent, per game", f"{1e3 * overhead:.1f} ms")
    table.add_row(f"ranking and report of {ranking.games:,} games", f"{ranking.seconds:.2f} s")
    table.add_row("memory for the ranking", f"{ranking.megabytes:.0f} MB")
    table.add_row("size of the store", f"{ranking.store_megabytes:.0f} MB")
    terminal().print(table)
