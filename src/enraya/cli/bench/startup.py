"""`enraya bench startup`: how long commands take to start."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from enraya.bench.startup import BARS, measure_startup
from enraya.cli.bench.options import RunsOption
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar


def startup(runs: RunsOption = 11, as_json: JsonOption = False) -> None:
    """Time how long commands take to start, beside Python and Numba alone.

    Example: enraya bench startup
    """
    with progress_bar("starting", runs * len(BARS)) as advance:
        rows = measure_startup(runs, lambda: advance(1))
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table("command", "ms", "compared with", "ms", "times as long", "at most")
    for row in rows:
        table.add_row(
            row.command,
            f"{row.seconds * 1000:.0f}",
            row.compared_with,
            f"{row.compared_seconds * 1000:.0f}",
            f"{row.ratio:.2f}",
            f"{row.most:g}",
        )
    Console().print(table)
