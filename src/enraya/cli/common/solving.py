"""The options of all commands that use the solver."""

from typing import Annotated, NamedTuple

import typer

from enraya.platform import cores
from enraya.solver import Solver
from enraya.solver.solved import SolvedPositions

CLI_TABLE_MB = 512

NoCacheOption = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        envvar="ENRAYA_NO_CACHE",
        help="Neither use nor keep scores that took long to find.",
    ),
]
TableOption = Annotated[int, typer.Option("--table-mb", min=4, help="Memory for its table, in MB.")]


class SolverOptions(NamedTuple):
    """The options of `solve`, `analyse` and `review` about the solver."""

    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads for one position; default: all cores.")
    ] = None
    no_book: Annotated[bool, typer.Option("--no-book", help="Do not use the opening book.")] = False
    no_cache: NoCacheOption = False
    limit_seconds: Annotated[
        float | None, typer.Option(min=0, help="Give up on a position or game after this time.")
    ] = None
    table_mb: TableOption = CLI_TABLE_MB

    def make_solver(self) -> Solver:
        """The solver that the options ask for; loading it does not count against a limit."""
        solver = Solver(
            self.table_mb,
            self.threads or cores(),
            book=None if self.no_book else "shipped",
            solved=None if self.no_cache else SolvedPositions(),
        )
        if self.limit_seconds is not None:
            solver.prepare()
        return solver
