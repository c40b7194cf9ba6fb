"""`enraya bench analysis`: the time that the scores of all columns take."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from enraya.bench.analysis import measure_analysis
from enraya.cli.bench.options import SeedOption
from enraya.cli.common.number_formats import format_seconds
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.solving import CLI_TABLE_MB, TableOption


def analysis(
    count: Annotated[int, typer.Option(min=1, help="Random positions, of 0 to 41 plies.")] = 500,
    seed: SeedOption = 0,
    table_mb: TableOption = CLI_TABLE_MB,
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
    median, worst = format_seconds(times.median), format_seconds(times.worst)
    solved = format_seconds(times.book_solve_median)
    before = format_seconds(times.before_book_median)
    print(
        f"all columns of {count} random positions: median {median}, "
        f"worst {worst} ({times.worst_moves or 'the empty board'})"
    )
    print(f"solve up to {times.book_plies} plies (book): median {solved}")
    print(f"all columns at {times.book_plies - 1} plies: median {before}")
