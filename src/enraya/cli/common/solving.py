"""The options of all commands that use the solver."""

from time import perf_counter
from typing import Annotated

import typer

from enraya.limit import Limit
from enraya.platform import cores
from enraya.solver import Solver
from enraya.solver.solved import SolvedPositions

CLI_TABLE_MB = 512

ThreadsOption = Annotated[
    int | None,
    typer.Option("--threads", min=1, help="Threads for one position; default: all cores."),
]
NoBookOption = Annotated[bool, typer.Option("--no-book", help="Do not use the opening book.")]
NoCacheOption = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        envvar="ENRAYA_NO_CACHE",
        help="Neither use nor keep scores that took long to find.",
    ),
]
TableOption = Annotated[int, typer.Option("--table-mb", min=4, help="Memory for its table, in MB.")]
SecondsOption = Annotated[
    float | None,
    typer.Option("--limit-seconds", min=0, help="Give up on a position or game after this time."),
]


def make_solver(
    table_mb: int,
    threads: int | None,
    no_book: bool,
    no_cache: bool,
    limit_seconds: float | None = None,
) -> Solver:
    """The solver that the options ask for; loading it does not count against a limit."""
    solver = Solver(
        table_mb,
        threads or cores(),
        book=None if no_book else "shipped",
        solved=None if no_cache else SolvedPositions(),
    )
    if limit_seconds is not None:
        solver.prepare()
    return solver


def make_limit(seconds: float | None) -> Limit | None:
    """The limit that ``--limit-seconds`` asks for."""
    return None if seconds is None else Limit(seconds=seconds)


def make_deadline(seconds: float | None) -> float | None:
    """The moment at which ``--limit-seconds``, counted from now, ends an analysis or a review."""
    return None if seconds is None else perf_counter() + seconds
