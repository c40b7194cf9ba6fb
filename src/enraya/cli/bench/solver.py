"""`enraya bench`: speed tables."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from enraya.bench.analysis import measure_analysis
from enraya.bench.oracle import compare
from enraya.bench.playouts import RULES, measure_playouts
from enraya.bench.solver import (
    RUNS,
    TABLE_MB,
    SolverRow,
    measure_empty_board,
    measure_solver,
)
from enraya.cli.common.console import JsonOption, fail, progress_bar, progress_console
from enraya.cli.common.solving import CLI_TABLE_MB
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.solver.position_sets import SETS, ScoredPosition, generate_set, load_file, load_set

app = typer.Typer(no_args_is_help=True, help="Measure speed; every table is one run.")


@app.command()
def playouts(
    games: Annotated[int, typer.Option(min=1, help="Games in each timed batch.")] = 200_000,
    as_json: JsonOption = False,
) -> None:
    """Random games per second on one core, compiled and through Position.

    Example: enraya bench playouts
    """
    console = progress_console()
    rows = [
        measure_playouts(rules, games)
        for rules in track(RULES, description="playing random games", console=console)
    ]
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table(
        "rules", "games/s", "slowest – fastest run", "games/s via Position", "mean length"
    )
    for row in rows:
        table.add_row(
            row.rules,
            f"{row.games_per_second:,.0f}",
            f"{row.slowest:,.0f} – {row.fastest:,.0f}",
            f"{row.position_games_per_second:,.0f}",
            f"{row.mean_length:.1f}",
        )
    Console().print(table)


QUICK_COUNTS = {"begin-medium": 10, "begin-hard": 3}
_QUICK_COUNT = 100


@app.command()
def solver(
    names: Annotated[
        list[str] | None, typer.Option("--set", help="Only this set; may be given several times.")
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, help="Only the first so many.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A rough look in under a minute.")] = False,
    files: Annotated[
        list[Path] | None,
        typer.Option("--positions", help="A file of lines MOVES SCORE instead of the sets."),
    ] = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="Time the empty board, on one thread and on all.")
    ] = False,
    table_mb: Annotated[int, typer.Option("--table-mb", min=4)] = TABLE_MB,
    runs: Annotated[int, typer.Option(min=1, help="The median of so many runs counts.")] = RUNS,
    as_json: JsonOption = False,
) -> None:
    """Time the solver on six sets of positions, beside bitbully when it is installed.

    Example: enraya bench solver --quick
    """
    if empty:
        _bench_empty(table_mb, as_json)
        return
    chosen: dict[str, list[ScoredPosition]] = {}
    if files:
        chosen = {file.stem: load_file(file) for file in files}
    else:
        chosen = {name: load_set(name) for name in names or SETS}
    if quick:
        chosen = {n: p[: QUICK_COUNTS.get(n, _QUICK_COUNT)] for n, p in chosen.items()}
    chosen = {name: positions[:count] for name, positions in chosen.items()}
    if not all(chosen.values()):
        raise InvalidSetting("there is a set without positions")
    rounds = 1 if quick else runs
    rows = []
    with progress_bar("solving", rounds * len(chosen)) as advance:
        for name, positions in chosen.items():
            rows.append(measure_solver(name, positions, rounds, table_mb, lambda: advance(1)))
    if as_json:
        print(json.dumps({"sets": [asdict(row) for row in rows]}))
    else:
        Console().print(_solver_table(rows))


def _solver_table(rows: list[SolverRow]) -> Table:
    cores = len(os.sched_getaffinity(0))
    table = Table("set", "positions", "each, 1 thread", f"{cores} threads", "solve_many")
    for heading in ("bitbully", "ratio", "nodes each", "positions/s"):
        table.add_column(heading)
    for row in rows:
        table.add_row(
            row.set,
            str(row.count),
            *(
                _time(None if total is None else total / row.count)
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


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def _bench_empty(table_mb: int, as_json: bool) -> None:
    rows = []
    for threads in sorted({1, len(os.sched_getaffinity(0))}):
        seconds, nodes = measure_empty_board(table_mb, threads)
        rows.append({"threads": threads, "seconds": seconds, "nodes": nodes, "table_mb": table_mb})
        if not as_json:
            print(f"{threads} thread(s): {seconds:.1f} s, {nodes:,} nodes, {table_mb} MB table")
    if as_json:
        print(json.dumps({"empty": rows}))


@app.command()
def sets(
    out: Annotated[Path, typer.Option(help="The directory to write the files to.")],
    names: Annotated[
        list[str] | None, typer.Option("--set", help="Only this set; may be given several times.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = 50,
    seed: Annotated[int, typer.Option(help="Which random positions.")] = 1,
) -> None:
    """Make the six sets of positions that `enraya bench solver` uses.

    Example: enraya bench sets --out sets --set end-easy --count 20
    """
    if not out.is_dir():
        raise InvalidSetting(f"there is no directory {str(out)!r}")
    wanted = names or list(SETS)
    with progress_bar("finding positions", len(wanted) * count) as advance:
        for name in wanted:
            found = generate_set(name, count, seed, lambda: advance(1))
            lines = [f"{position.moves} {score}\n" for position, score in found]
            write_text(out / f"{name}.txt", "".join(lines))


@app.command()
def oracle(
    count: Annotated[int, typer.Option(min=1, help="Random positions to compare.")] = 1000,
    seed: Annotated[int, typer.Option(help="Which ones.")] = 0,
    table_mb: Annotated[int, typer.Option("--table-mb", min=4)] = CLI_TABLE_MB,
    as_json: JsonOption = False,
) -> None:
    """Compare our scores with bitbully's, column for column, on random 7x6 positions.

    Example: enraya bench oracle --count 100
    """
    wrong = []
    with progress_bar("comparing", count) as advance:
        for pair in compare(count, seed, table_mb):
            advance(1)
            if pair.ours != pair.theirs:
                wrong.append(pair._asdict())
                fail(f"{pair.moves}: we say {pair.ours}, bitbully says {pair.theirs}")
    if as_json:
        print(json.dumps({"count": count, "seed": seed, "disagreements": wrong}))
    else:
        print(f"{count - len(wrong)} of {count} positions agree in every column")
    if wrong:
        raise typer.Exit(1)


@app.command()
def analysis(
    count: Annotated[int, typer.Option(min=1, help="Random positions of 0 to 41 plies.")] = 500,
    seed: Annotated[int, typer.Option(help="Which ones.")] = 0,
    table_mb: Annotated[int, typer.Option("--table-mb", min=4)] = CLI_TABLE_MB,
    as_json: JsonOption = False,
) -> None:
    """Time the scores of all columns with the shipped book, on one core.

    Example: enraya bench analysis --count 50
    """
    with progress_bar("analysing", count) as advance:
        times = measure_analysis(count, seed, table_mb, lambda: advance(1))
    if as_json:
        print(json.dumps(asdict(times)))
        return
    print(
        f"all columns of {count} random positions: median {_time(times.median)}, "
        f"worst {_time(times.worst)} ({times.worst_moves or 'the empty board'})"
    )
    print(f"solve up to {times.book_plies} plies (book): median {_time(times.book_solve_median)}")
    print(f"all columns at {times.book_plies - 1} plies: median {_time(times.before_book_median)}")
