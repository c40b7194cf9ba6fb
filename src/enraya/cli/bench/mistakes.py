"""`enraya bench mistakes`: how well the agents play."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.arena.statistics.position_mistakes import Judge, MistakeRow, measure_mistakes
from enraya.bench.mistakes import AGENTS
from enraya.cli.bench.options import AgentsOption, FilesOption, SetsOption, chosen_positions
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal

DEFAULT_COUNT = 20


def mistakes(
    agents: AgentsOption = None,
    names: SetsOption = None,
    files: FilesOption = None,
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = DEFAULT_COUNT,
    as_json: JsonOption = False,
) -> None:
    """Measure the agents' share of wrong moves, judged by the solver, on six sets of positions.

    Example: enraya bench mistakes --agent "search(seconds=0.1)" --set middle-easy
    """
    chosen = {name: found[:count] for name, found in chosen_positions(names, files).items()}
    judge, rows = Judge(), []
    total = len(agents or AGENTS) * sum(len(positions) for positions in chosen.values())
    with progress_bar("judging moves", total) as advance:
        for agent in agents or AGENTS:
            for name, positions in chosen.items():
                rows.append(measure_mistakes(agent, name, positions, judge, lambda: advance(1)))
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        terminal().print(_mistake_table(rows, list(chosen)))


def _mistake_table(rows: list[MistakeRow], names: list[str]) -> Table:
    table = Table("agent", *names, title="value-losing / not perfect, in % of moves")
    by_case = {(row.agent, row.set): row for row in rows}
    for agent in dict.fromkeys(row.agent for row in rows):
        table.add_row(agent, *(by_case[agent, name].shares for name in names))
    return table
