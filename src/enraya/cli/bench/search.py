"""`enraya bench search`: how fast the agents think."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.search import COUNT, RULES, agents_for, measure_agent
from enraya.cli.bench.options import AgentsOption
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal


def search(
    agents: AgentsOption = None,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", help="Only these rules; may be given several times."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Moves for each agent.")] = COUNT,
    as_json: JsonOption = False,
) -> None:
    """Measure the agents' positions per second and time per move, on 7x6, 8x8 and BOOM.

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
    terminal().print(table)
