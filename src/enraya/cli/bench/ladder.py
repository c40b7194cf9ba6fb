"""`enraya bench ladder`: what the ratings of a league are worth."""

import json
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.ladder.simulation import measure_coverage, measure_games
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal


def ladder(
    leagues: Annotated[
        int, typer.Option(min=1, max=100_000, help="Leagues to simulate for the intervals.")
    ] = 200,
    teams: Annotated[int, typer.Option(min=2, max=200, help="Teams of each.")] = 8,
    pairs: Annotated[int, typer.Option(min=1, max=100_000, help="Pairs of games of each.")] = 160,
    races: Annotated[
        int, typer.Option(min=1, max=10_000, help="Leagues to compare with a round robin.")
    ] = 20,
    width: Annotated[
        float, typer.Option(min=20, max=600, help="The widest interval that these allow, in Elo.")
    ] = 200.0,
    seed: Annotated[int, typer.Option(min=0, help="Of strengths and results.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Simulate leagues with known strengths: do intervals hold them, and how many games it takes.

    No game is played; results are drawn from the strengths. The ladder chooses the pairs, and teams
    send new versions while it does.

    Example: enraya bench ladder --leagues 20 --races 2
    """
    held = measure_coverage(leagues, teams, pairs, seed)
    race = measure_games(races, teams, width, seed)
    if as_json:
        print(json.dumps({"coverage": held._asdict(), "games": race._asdict()}))
        return
    table = Table("measured", "in", "result")
    table.add_row(
        "95 % intervals that hold the strength",
        f"{held.leagues} leagues, {held.intervals:,} intervals, {held.width:.0f} Elo wide",
        f"{held.share:.1%} ({held.low:.1%} to {held.high:.1%})",
    )
    what = f"games until no interval is wider than {race.width:g} Elo"
    table.add_row(what, f"{races} leagues of {race.teams} teams, ladder", f"{race.ladder:,.0f}")
    table.add_row(what, "the same, round robin", f"{race.round_robin:,.0f}")
    terminal().print(table)
