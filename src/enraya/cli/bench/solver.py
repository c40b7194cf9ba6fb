"""`enraya bench solver`: the solver on six sets of positions."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from enraya.bench.solver import RUNS, TABLE_MB, SolverRow, measure_empty_board, measure_solver
from enraya.cli.bench.options import FilesOption, RunsOption, SetsOption, chosen_positions
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.solving import TableOption
from enraya.cli.common.tables import format_seconds, terminal
from enraya.errors import InvalidSetting
from enraya.platform import cores

QUICK_COUNTS = {"begin-medium": 10, "begin-hard": 3}
_QUICK_COUNT = 100


def solver(
    names: SetsOption = None,
    count: Annotated[int | None, typer.Option(min=1, help="Only the first N positions.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A rough look in under a minute.")] = False,
    files: FilesOption = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="Time the empty board, on one thread and on all.")
    ] = False,
    table_mb: TableOption = TABLE_MB,
    runs: RunsOption = RUNS,
    as_json: JsonOption = False,
) -> None:
    """Time the solver on six sets of positions, beside bitbully when it is installed.

    Example: enraya bench solver --quick
    """
    if empty:
        _bench_empty(table_mb, as_json)
        return
    chosen = chosen_positions(names, files)
    if quick:
        chosen = {n: p[: QUICK_COUNTS.get(n, _QUICK_COUNT)] for n, p in chosen.items()}
    chosen = {name: positions[:count] for name, positions in chosen.items()}
    if not all(chosen.values()):
        raise InvalidSetting("one of the sets has no positions")
    rounds = 1 if quick else runs
    rows = []
    with progress_bar("solving", rounds * len(chosen)) as advance:
        for name, positions in chosen.items():
            rows.append(measure_solver(name, positions, rounds, table_mb, lambda: advance(1)))
    if as_json:
        print(json.dumps({"sets": [asdict(row) for row in rows]}))
    else:
        terminal().print(_solver_table(rows))


def _solver_table(rows: list[SolverRow]) -> Table:
    table = Table("set", "positions", "each, 1 thread", f"{cores()} threads", "solve_many")
    for heading in ("bitbully", "ratio", "nodes each", "positions/s"):
        table.add_column(heading)
    for row in rows:
        table.add_row(
            row.set,
            str(row.count),
            *(
                format_seconds(None if total is None else total / row.count)
                for total in (
                    row.seconds,
                    row.threads_seconds,
                    row.many_seconds,
                    row.bitbully_seconds,
                )
            ),
            "-" if row.ratio is None else f"{row.ratio:.2f}",
            f"{row.nodes / row.count:,.0f}",
            f"{row.nodes / row.seconds / 1e6:.1f} M",
        )
    return table


def _bench_empty(table_mb: int, as_json: bool) -> None:
    rows = []
    for threads in sorted({1, cores()}):
        seconds, nodes = measure_empty_board(table_mb, threads)
        rows.append({"threads": threads, "seconds": seconds, "nodes": nodes, "table_mb": table_mb})
        if not as_json:
            print(f"{threads} thread(s): {seconds:.1f} s, {nodes:,} nodes, {table_mb} MB table")
    if as_json:
        print(json.dumps({"empty": rows}))
