"""`enraya bench solver`, `analysis` and `mistakes`: the solver, and agents judged by it."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table

from enraya.arena.results.mistakes import MistakeRow, measure_mistakes
from enraya.bench.solver import (
    RUNS,
    TABLE_MB,
    SolverRow,
    StonesTimes,
    measure_analysis,
    measure_empty_board,
    measure_solver,
    measure_stones,
)
from enraya.cli.bench import AgentsOption, RunsOption
from enraya.cli.common.options import CLI_TABLE_MB, JsonOption, TableOption, parse_range
from enraya.cli.common.progress import progress_bar, tracked
from enraya.cli.common.tables import format_seconds, right, show, table_of
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.platform import cores
from enraya.solver import Solver
from enraya.solver.bitbully import Bitbully
from enraya.solver.position_sets import (
    SETS,
    ScoredPosition,
    check_set,
    generate_set,
    load_file,
    load_set,
)

SetsOption = Annotated[
    list[str] | None, typer.Option("--set", help="Only this set; may be given several times.")
]
FilesOption = Annotated[
    list[Path] | None,
    typer.Option("--positions", help="A file of lines MOVES SCORE instead of the sets."),
]
SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the random positions.")]
QUICK_COUNTS = {"begin-medium": 10, "begin-hard": 3}
MOST_STONES = 41
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
"""The agents whose mistakes are counted by default."""


def chosen_positions(
    names: list[str] | None, files: list[Path] | None
) -> dict[str, list[ScoredPosition]]:
    """The positions of the files if any are given, else of the named sets, else of all sets."""
    if files:
        return {file.stem: load_file(file) for file in files}
    return {name: load_set(name) for name in names or SETS}


def solver(
    names: SetsOption = None,
    count: Annotated[int | None, typer.Option(min=1, help="Only the first N positions.")] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure roughly, in under a minute.")
    ] = False,
    files: FilesOption = None,
    empty: Annotated[
        bool, typer.Option("--empty", help="Time the empty board, on one thread and on all.")
    ] = False,
    table_mb: TableOption = TABLE_MB,
    runs: RunsOption = RUNS,
    as_json: JsonOption = False,
) -> None:
    """Time the solver on six sets of positions, beside bitbully if that is installed.

    Example: enraya bench solver --quick
    """
    if empty:
        _bench_empty(table_mb, as_json)
        return
    chosen = chosen_positions(names, files)
    if quick:
        chosen = {n: p[: QUICK_COUNTS.get(n, 100)] for n, p in chosen.items()}
    chosen = {name: positions[:count] for name, positions in chosen.items()}
    if not all(chosen.values()):
        raise InvalidSetting("one of the sets has no positions")
    rounds = 1 if quick else runs
    with progress_bar("solving", rounds * len(chosen)) as advance:
        rows = [
            measure_solver(name, positions, rounds, table_mb, lambda: advance(1))
            for name, positions in chosen.items()
        ]
    answer = {"sets": [asdict(row) for row in rows]}
    show(answer, lambda: _solver_table(rows), as_json=as_json)


def _solver_table(rows: list[SolverRow]) -> Table:
    threads = f"{cores()} threads"
    headings = (
        "set", "positions", "each, 1 thread", threads, "solve_many", "bitbully", "ratio",
        "nodes each", "positions/s",
    )  # fmt: skip
    lines = []
    for row in rows:
        totals = (row.seconds, row.threads_seconds, row.many_seconds, row.bitbully_seconds)
        each = (None if total is None else total / row.count for total in totals)
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        nodes = (f"{row.nodes / row.count:,.0f}", f"{row.nodes / row.seconds / 1e6:.1f} M")
        lines.append((row.set, row.count, *map(format_seconds, each), ratio, *nodes))
    return table_of(headings, lines)


def _bench_empty(table_mb: int, as_json: bool) -> None:
    rows = []
    for threads in sorted({1, cores()}):
        seconds, nodes = measure_empty_board(table_mb, threads)
        rows.append({"threads": threads, "seconds": seconds, "nodes": nodes, "table_mb": table_mb})
        if not as_json:
            print(f"{threads} thread(s): {seconds:.1f} s, {nodes:,} nodes, {table_mb} MB table")
    if as_json:
        show({"empty": rows}, as_json=True)


def analysis(
    count: Annotated[int, typer.Option(min=1, help="Random positions, of 0 to 41 plies.")] = 500,
    stones: Annotated[
        str | None,
        typer.Option(
            help="Instead a row for each of these numbers of stones, with --count positions: 6-14."
        ),
    ] = None,
    beside: Annotated[
        Literal["bitbully"] | None,
        typer.Option(help="With --stones: time this program with its own book, too."),
    ] = None,
    seed: SeedOption = 0,
    table_mb: TableOption = CLI_TABLE_MB,
    as_json: JsonOption = False,
) -> None:
    """Time the scores of all columns with the shipped book, on one core.

    Example: enraya bench analysis --stones 6-14 --count 50 --beside bitbully
    """
    if stones is not None:
        numbers = parse_range("stones", stones, MOST_STONES)
        rows = _by_stones(numbers, count, seed, table_mb, with_peer=beside is not None)
        answer = {"stones": [asdict(row) for row in rows]}
        show(answer, lambda: _stones_table(rows), as_json=as_json)
        return
    if beside:
        raise InvalidSetting(f"--beside {beside} needs --stones, such as --stones 6-14")
    with progress_bar("analysing", count) as advance:
        times = measure_analysis(count, seed, table_mb, lambda: advance(1))
    median, worst = format_seconds(times.median), format_seconds(times.worst)
    solved = format_seconds(times.book_solve_median)
    before = format_seconds(times.before_book_median)
    lines = [
        f"all columns of {count} random positions: median {median}, "
        f"worst {worst} ({times.worst_moves or 'the empty board'})",
        f"solve up to {times.book_plies} plies (book): median {solved}",
        f"all columns at {times.book_plies - 1} plies: median {before}",
    ]
    show(asdict(times), lambda: lines, as_json=as_json)


def _by_stones(
    stones: range, count: int, seed: int, table_mb: int, *, with_peer: bool
) -> list[StonesTimes]:
    solver = Solver(table_mb, threads=1)
    peer = Bitbully(with_book=True) if with_peer else None
    measure_stones(
        MOST_STONES, 1, seed, solver, peer
    )  # loads in advance what the first question needs
    solver.solve(Position.parse("44444333"))
    return [
        measure_stones(number, count, seed, solver, peer)
        for number in tracked("analysing", stones, len(stones))
    ]


def _stones_table(rows: list[StonesTimes]) -> Table:
    headings = ("stones", "enraya", "worst", "bitbully", "worst", "enraya / bitbully")
    lines = []
    for row in rows:
        times = (row.median, row.worst, row.bitbully_median, row.bitbully_worst)
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        lines.append((row.stones, *map(format_seconds, times), ratio))
    return table_of(map(right, headings), lines)


def mistakes(
    agents: AgentsOption = None,
    names: SetsOption = None,
    files: FilesOption = None,
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = 20,
    made: Annotated[
        list[str] | None,
        typer.Option(
            "--make", help="Use fresh positions of this set's kind; may be given several times."
        ),
    ] = None,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure the agents' share of wrong moves, judged by the solver, on six sets of positions.

    The share of value-losing moves comes with its 95 % interval.

    Example: enraya bench mistakes --agent "search(seconds=0.1)" --set middle-easy
    """
    if made:
        chosen = _fresh_positions(made, count, seed)
    else:
        chosen = {name: found[:count] for name, found in chosen_positions(names, files).items()}
    players = agents or AGENTS
    total = len(players) * sum(len(positions) for positions in chosen.values())
    with progress_bar("judging moves", total) as advance:
        rows = [
            measure_mistakes(agent, name, positions, lambda: advance(1))
            for agent in players
            for name, positions in chosen.items()
        ]
    show(
        [{**asdict(row), "interval": row.interval} for row in rows],
        lambda: _mistake_table(rows, list(chosen)),
        as_json=as_json,
    )


def _fresh_positions(names: list[str], count: int, seed: int) -> dict[str, list[ScoredPosition]]:
    for name in names:
        check_set(name)
    with progress_bar("finding positions", len(names) * count) as advance:
        return {name: generate_set(name, count, seed, lambda: advance(1)) for name in names}


def _mistake_table(rows: list[MistakeRow], names: list[str]) -> Table:
    by_case = {(row.agent, row.set): row for row in rows}
    agents = dict.fromkeys(row.agent for row in rows)
    lines = ((agent, *(_cell(by_case[agent, name]) for name in names)) for agent in agents)
    title = "value-losing (95 % interval) / not perfect, in % of moves"
    return table_of(("agent", *names), lines, title=title)


def _cell(row: MistakeRow) -> str:
    """A cell of the table, such as '15.0 (7.1-29.1) / 25.0'."""
    losing, imperfect = row.shares.split(" / ")
    low, high = row.interval
    return f"{losing} ({low}-{high}) / {imperfect}"
