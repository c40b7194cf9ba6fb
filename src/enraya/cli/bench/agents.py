"""`enraya bench search` and `enraya bench mistakes`: how fast and how well the agents think."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from enraya.arena.statistics.position_mistakes import Judge, MistakeRow, measure_mistakes
from enraya.bench.mistakes import AGENTS
from enraya.bench.search import COUNT, RULES, agents_for, measure_agent
from enraya.cli.common.console import JsonOption, progress_bar
from enraya.solver.position_sets import SETS, load_file, load_set

DEFAULT_COUNT = 20


def search(
    agents: Annotated[
        list[str] | None, typer.Option("--agent", help="Only this one; may be given several times.")
    ] = None,
    rules: Annotated[
        list[str] | None, typer.Option("--rules", help="Only these; may be given several times.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Moves for each agent.")] = COUNT,
    as_json: JsonOption = False,
) -> None:
    """Positions per second and time per move of the agents, on 7x6, 8x8 and BOOM.

    Example: enraya bench search --rules boom
    """
    cases = [(r, agent) for r in rules or RULES for agent in agents or agents_for(r)]
    rows = []
    with progress_bar("choosing moves", len(cases)) as advance:
        for case in cases:
            rows.append(measure_agent(*case, count))
            advance(1)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table("rules")
    table.add_column("agent", overflow="fold", ratio=1)
    for heading in ("median", "longest", "nodes/s", "leaves/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.rules,
            row.agent,
            f"{1e3 * row.median_seconds:,.2f} ms",
            f"{1e3 * row.longest_seconds:,.2f} ms",
            f"{row.nodes_per_second / 1e6:,.2f} M",
            f"{row.leaves_per_second / 1e6:,.2f} M",
        )
    Console().print(table)


def mistakes(
    agents: Annotated[
        list[str] | None, typer.Option("--agent", help="Only this one; may be given several times.")
    ] = None,
    names: Annotated[
        list[str] | None, typer.Option("--set", help="Only this set; may be given several times.")
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option("--positions", help="A file of lines MOVES SCORE instead of the sets."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Positions of each set.")] = DEFAULT_COUNT,
    as_json: JsonOption = False,
) -> None:
    """The share of wrong moves of the agents, judged by the solver, on six sets of positions.

    Example: enraya bench mistakes --agent "search(seconds=0.1)" --set middle-easy
    """
    if files:
        chosen = {file.stem: load_file(file)[:count] for file in files}
    else:
        chosen = {name: load_set(name)[:count] for name in names or SETS}
    judge, rows = Judge(), []
    total = len(agents or AGENTS) * sum(len(positions) for positions in chosen.values())
    with progress_bar("judging moves", total) as advance:
        for agent in agents or AGENTS:
            for name, positions in chosen.items():
                rows.append(measure_mistakes(agent, name, positions, judge, lambda: advance(1)))
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        Console().print(_mistake_table(rows, list(chosen)))


def _mistake_table(rows: list[MistakeRow], names: list[str]) -> Table:
    table = Table("agent", *names, title="value-losing / not perfect, in % of the moves")
    by_case = {(row.agent, row.set): row for row in rows}
    for agent in dict.fromkeys(row.agent for row in rows):
        table.add_row(agent, *(by_case[agent, name].shares for name in names))
    return table
