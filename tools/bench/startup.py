"""How long commands take to start, compared with the start of Python and of Numba.

python -m tools.bench.startup --runs 5
"""

import json
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tools.bench.servers import JsonOption

_ENRAYA = ("-m", "enraya")
BARS: dict[str, tuple[tuple[str, ...], tuple[str, ...], float]] = {
    "--version": ((*_ENRAYA, "--version"), ("-c", "pass"), 7.0),
    "--help": ((*_ENRAYA, "--help"), ("-c", "pass"), 7.0),
    "solve 4455": ((*_ENRAYA, "solve", "4455"), ("-c", "import numba"), 1.3),
}
"""For each timed command: its arguments, those of the comparison, and the highest ratio allowed."""


@dataclass(frozen=True, slots=True)
class Startup:
    """The time of a command and of its comparison."""

    command: str
    seconds: float
    compared_with: str
    compared_seconds: float
    ratio: float
    """The median over all runs of the command's time divided by the comparison's."""
    most: float
    """The highest ratio allowed."""


def measure_startup(runs: int) -> list[Startup]:
    """Times commands and comparisons alternately, after one uncounted run of each."""
    found = []
    for name, (command, other, most) in BARS.items():
        _seconds(command), _seconds(other)
        pairs = [(_seconds(command), _seconds(other)) for _ in range(runs)]
        ours, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
        ratio = statistics.median(one / another for one, another in pairs)
        found.append(Startup(name, ours, f"python {other[0]} {other[1]!r}", theirs, ratio, most))
    return found


def _seconds(arguments: tuple[str, ...]) -> float:
    started = perf_counter()
    subprocess.run(  # noqa: S603  # ours
        [sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True
    )
    return perf_counter() - started


def main(
    runs: Annotated[int, typer.Option(min=1, help="How many runs; medians are reported.")] = 11,
    as_json: JsonOption = False,
) -> None:
    """Time how long commands take to start, compared with Python and Numba alone."""
    rows = measure_startup(runs)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    table = Table("command", "ms", "compared with", "ms", "times as long", "at most")
    for row in rows:
        ours, theirs = f"{row.seconds * 1000:.0f}", f"{row.compared_seconds * 1000:.0f}"
        table.add_row(
            row.command, ours, row.compared_with, theirs, f"{row.ratio:.2f}", f"{row.most:g}"
        )
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
