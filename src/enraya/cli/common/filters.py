"""Commands as filters: positions as arguments or lines of standard input, one answer each."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.cli.common.messages import BAD_INPUT, fail
from enraya.errors import EnrayaError

if TYPE_CHECKING:
    from rich.console import RenderableType

MovesArguments = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES",
        help="Columns in the order played, such as 4453; if none, lines of standard input.",
        show_default=False,
    ),
]


def answer_each(moves: list[str] | None, answer: Callable[[str], "RenderableType"]) -> None:
    """Prints the answer to each position given as an argument or as a line of standard input.

    A refused position gets a message on standard error and, in a filter, an empty line in its
    place; the rest are still answered, and the exit code is then `BAD_INPUT`.
    """
    from_input = not moves
    failed = False
    for number, line in enumerate(_input_lines() if from_input else moves or [], start=1):
        try:
            _print(answer(line))
        except EnrayaError as error:
            failed = True
            if from_input:
                print(flush=True)
            fail(f"line {number}: {error}" if from_input else error)
    if failed:
        raise typer.Exit(BAD_INPUT)


def _print(answer: "RenderableType") -> None:
    if isinstance(answer, str):  # as it is: for programs, too
        print(answer, flush=True)
    else:
        from enraya.cli.common.tables import terminal

        terminal().print(answer, soft_wrap=True)


def _input_lines() -> Iterator[str]:
    """The lines of standard input; a terminal counts as one empty line, the starting position."""
    if sys.stdin.isatty():
        yield ""
        return
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
    for line in sys.stdin:
        yield line.rstrip("\r\n")
