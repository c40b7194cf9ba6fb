"""`enraya bench analysis`: the time that the scores of all columns take."""

import json
import re
from dataclasses import asdict
from typing import Annotated, Literal

import typer
from rich.table import Column, Table

from enraya.bench.analysis import StonesTimes, measure_analysis, measure_stones
from enraya.cli.bench.options import SeedOption
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.solving import CLI_TABLE_MB, TableOption
from enraya.cli.common.tables import format_seconds, terminal
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.bitbully import Bitbully

MOST_STONES = 41


def analysis(
    count: Annotated[int, typer.Option(min=1, help="Random positions, of 0 to 41 plies.")] = 500,
    stones: Annotated[
        str | None,
        typer.Option(help="A row for each number of stones instead, N positions each: 6-14."),
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
        _by_stones(_parse_stones(stones), count, seed, table_mb, beside is not None, as_json)
        return
    if beside:
        raise InvalidSetting(f"--beside {beside} needs --stones, such as --stones 6-14")
    with progress_bar("analysing", count) as advance:
        times = measure_analysis(count, seed, table_mb, lambda: advance(1))
    if as_json:
        print(json.dumps(asdict(times)))
        return
    median, worst = format_seconds(times.median), format_seconds(times.worst)
    solved = format_seconds(times.book_solve_median)
    before = format_seconds(times.before_book_median)
    print(
        f"all columns of {count} random positions: median {median}, "
        f"worst {worst} ({times.worst_moves or 'the empty board'})"
    )
    print(f"solve up to {times.book_plies} plies (book): median {solved}")
    print(f"all columns at {times.book_plies - 1} plies: median {before}")


def _parse_stones(text: str) -> range:
    """The numbers of stones of ``A-B`` or ``A``.

    Raises:
        InvalidSetting: when it is neither.
    """
    written = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    if written is None:
        raise InvalidSetting(f"{text!r} is not a number of stones or two, such as 8 or 6-14")
    first, last = written.groups()
    numbers = range(int(first), int(last or first) + 1)
    if not numbers or numbers[-1] > MOST_STONES:
        raise InvalidSetting(
            f"--stones {text}: give the fewest, then the most, at most {MOST_STONES}"
        )
    return numbers


def _by_stones(
    stones: range, count: int, seed: int, table_mb: int, with_peer: bool, as_json: bool
) -> None:
    solver = Solver(table_mb, threads=1)
    peer = Bitbully(with_book=True) if with_peer else None
    measure_stones(MOST_STONES, 1, seed, solver, peer)  # loads what the first question would
    solver.solve(Position.parse("44444333"))
    rows = []
    with progress_bar("analysing", len(stones)) as advance:
        for number in stones:
            rows.append(measure_stones(number, count, seed, solver, peer))
            advance(1)
    if as_json:
        print(json.dumps({"stones": [asdict(row) for row in rows]}))
    else:
        terminal().print(_stones_table(rows))


def _stones_table(rows: list[StonesTimes]) -> Table:
    headings = ("stones", "enraya", "worst", "bitbully", "worst", "enraya / bitbully")
    table = Table(*(Column(heading, justify="right") for heading in headings))
    for row in rows:
        table.add_row(
            str(row.stones),
            *map(format_seconds, (row.median, row.worst, row.bitbully_median, row.bitbully_worst)),
            "-" if row.ratio is None else f"{row.ratio:.2f}",
        )
    return table
