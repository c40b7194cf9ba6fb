"""How long commands take to start, beside what they cannot do without."""

import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

_ENRAYA = ("-m", "enraya")
BARS: dict[str, tuple[tuple[str, ...], tuple[str, ...], float]] = {
    "--version": ((*_ENRAYA, "--version"), ("-c", "pass"), 12.0),
    "--help": ((*_ENRAYA, "--help"), ("-c", "pass"), 12.0),
    "solve 4455": ((*_ENRAYA, "solve", "4455"), ("-c", "import numba"), 1.5),
}
"""What is timed: a command, what it is compared with, and how many times as long it may take."""


@dataclass(frozen=True, slots=True)
class Startup:
    """The time of a command, and of what it is compared with."""

    command: str
    seconds: float
    compared_with: str
    compared_seconds: float
    ratio: float
    """The median over the runs, each beside its own comparison."""
    most: float
    """What the ratio is to be at most."""


def measure_startup(runs: int, on_run: Callable[[], None] = lambda: None) -> list[Startup]:
    """Times every command and its comparison by turns, after one run of each that is not counted.

    Args:
        runs: how often.
        on_run: called after each pair.
    """
    found = []
    for name, (command, other, most) in BARS.items():
        _seconds(command), _seconds(other)
        pairs = []
        for _ in range(runs):
            pairs.append((_seconds(command), _seconds(other)))
            on_run()
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
