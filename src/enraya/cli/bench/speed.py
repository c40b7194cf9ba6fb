"""`enraya bench playouts`, `search`, `arena` and `evolve`: how fast games are played."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Column

from enraya.bench.arena import (
    GAMES,
    ISOLATED_GAMES,
    STORE_AGENTS,
    STORE_GAMES,
    measure_isolation,
    measure_ranking,
    measure_speed,
)
from enraya.bench.speed import (
    COUNT,
    PLAYOUT_RULES,
    SEARCHED_RULES,
    agents_for,
    measure_agent,
    measure_evolution,
    measure_playouts,
)
from enraya.cli.bench import AgentsOption, RunsOption
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar, tracked
from enraya.cli.common.tables import show, table_of
from enraya.platform import cores


def playouts(
    games: Annotated[int, typer.Option(min=1, help="Games in each timed batch.")] = 200_000,
    as_json: JsonOption = False,
) -> None:
    """Measure random games per second on one core, compiled and through Position.

    Example: enraya bench playouts
    """
    rows = [
        measure_playouts(rules, games)
        for rules in tracked("playing random games", PLAYOUT_RULES, len(PLAYOUT_RULES))
    ]
    headings = ("rules", "games/s", "slowest – fastest run", "games/s via Position", "mean length")
    lines = (
        (
            row.rules,
            f"{row.games_per_second:,.0f}",
            f"{row.slowest:,.0f} – {row.fastest:,.0f}",
            f"{row.position_games_per_second:,.0f}",
            f"{row.mean_length:.1f}",
        )
        for row in rows
    )
    show([asdict(row) for row in rows], lambda: table_of(headings, lines), as_json=as_json)


def search(
    agents: AgentsOption = None,
    rules: Annotated[
        list[str] | None, typer.Option(help="Only these rules; may be given several times.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Moves for each agent.")] = COUNT,
    as_json: JsonOption = False,
) -> None:
    """Measure the agents' positions per second and time per move, on 7x6, 8x8 and BOOM.

    Example: enraya bench search --rules boom
    """
    cases = [(r, agent) for r in rules or SEARCHED_RULES for agent in agents or agents_for(r)]
    rows = [measure_agent(*case, count) for case in tracked("choosing moves", cases, len(cases))]
    figures = ("median", "longest", "nodes/s", "leaves/s")
    numbers = (Column(figure, justify="right", no_wrap=True) for figure in figures)
    headings = ("rules", Column("agent", overflow="fold", ratio=1), *numbers)
    lines = (
        (
            row.rules,
            row.agent,
            f"{1e3 * row.median_seconds:,.2f} ms",
            f"{1e3 * row.longest_seconds:,.2f} ms",
            f"{row.nodes_per_second / 1e6:,.2f} M",
            f"{row.leaves_per_second / 1e6:,.2f} M",
        )
        for row in rows
    )
    show([asdict(row) for row in rows], lambda: table_of(headings, lines), as_json=as_json)


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
    answer = {
        "cores": cores(),
        "speeds": [{**asdict(s), "games_per_second": s.games_per_second} for s in speeds],
        "isolation_seconds_per_game": overhead,
        "ranking": asdict(ranking),
    }
    one, two = (speed.games_per_second for speed in speeds)
    lines = (
        ("games/s, one core, in this process", f"{one:,.0f}"),
        ("games/s, two processes", f"{two:,.0f} (x {two / one:.2f})"),
        ("an isolated agent, per game", f"{1e3 * overhead:.1f} ms"),
        (f"ranking and report of {ranking.games:,} games", f"{ranking.seconds:.2f} s"),
        ("memory for the ranking", f"{ranking.megabytes:.0f} MB"),
        ("size of the store", f"{ranking.store_megabytes:.0f} MB"),
    )
    show(answer, lambda: table_of(("what", "measured"), lines), as_json=as_json)


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
    headings = ("what is played", "games", "games/s", "slowest – fastest run", "seconds")
    lines = (
        (
            row.work,
            f"{row.games:,}",
            f"{row.games_per_second:,.0f}",
            f"{row.slowest:,.0f} – {row.fastest:,.0f}",
            f"{row.seconds:.3f}",
        )
        for row in rows
    )
    show([asdict(row) for row in rows], lambda: table_of(headings, lines), as_json=as_json)
