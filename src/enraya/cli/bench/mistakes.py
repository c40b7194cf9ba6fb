"""`enraya bench mistakes`: how well the agents play."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.arena.results.mistakes import Judge, MistakeRow, measure_mistakes
from enraya.cli.bench.options import (
    AgentsOption,
    FilesOption,
    SeedOption,
    SetsOption,
    chosen_positions,
)
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal
from enraya.solver.position_sets import ScoredPosition, check_set, generate_set

DEFAULT_COUNT = 20

AGENTS = (
    "random(seed=1)",
    "greedy",
    "genes(0.92, 0.59, 0.97, 0.47, seed=1)",
    "alphabeta(depth=4, eval=uam-h2(base=2), style=uam)",
    "alphabeta(depth=4, eval=rivest, style=porto)",
    "alphabeta(depth=8, eval=qmatic, style=upc)",
    "alphabeta(depth=8)",
    "mcts(iterations=2000, seed=1)",
    "level(7, seed=1)",
    "search(seconds=0.1)",
)
"""Whose mistakes are counted by default."""


def mistakes(
    agents: AgentsOption = None,
    names: SetsOption = None,
    files: FilesOption = None,
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = DEFAULT_COUNT,
    made: Annotated[
        list[str] | None,
        typer.Option("--make", help="Fresh positions of this set's kind; several times for more."),
    ] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure the agents' share of wrong moves, judged by the solver, on six sets of positions.

    The share of moves that lose value has its 95 % interval.

    Example: enraya bench mistakes --agent "search(seconds=0.1)" --set middle-easy
    """
    if made:
        chosen = _fresh_positions(made, count, seed)
    else:
        chosen = {name: found[:count] for name, found in chosen_positions(names, files).items()}
    judge, rows = Judge(), []
    players = agents or AGENTS
    total = len(players) * sum(len(positions) for positions in chosen.values())
    with progress_bar("judging moves", total) as advance:
        for agent in players:
            for name, positions in chosen.items():
                rows.append(measure_mistakes(agent, name, positions, judge, lambda: advance(1)))
    if as_json:
        print(json.dumps([{**asdict(row), "interval": row.interval} for row in rows]))
    else:
        terminal().print(_mistake_table(rows, list(chosen)))


def _fresh_positions(names: list[str], count: int, seed: int) -> dict[str, list[ScoredPosition]]:
    for name in names:
        check_set(name)
    with progress_bar("finding positions", len(names) * count) as advance:
        return {name: generate_set(name, count, seed, lambda: advance(1)) for name in names}


def _mistake_table(rows: list[MistakeRow], names: list[str]) -> Table:
    title = "value-losing (95 % interval) / not perfect, in % of moves"
    table = Table("agent", *names, title=title)
    by_case = {(row.agent, row.set): row for row in rows}
    for agent in dict.fromkeys(row.agent for row in rows):
        table.add_row(agent, *(_cell(by_case[agent, name]) for name in names))
    return table


def _cell(row: MistakeRow) -> str:
    """Such as '15.0 (7.1-29.1) / 25.0'."""
    losing, imperfect = row.shares.split(" / ")
    low, high = row.interval
    return f"{losing} ({low}-{high}) / {imperfect}"
