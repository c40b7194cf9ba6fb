"""What the commands share: options, reading positions line by line, and error messages."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.notation import quote
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

BAD_INPUT = 2
"""The exit code when something the user gave was refused."""

RulesOption = Annotated[
    str, typer.Option("--rules", help="Rule set: classic, classic(columns=8, rows=8), boom, …")
]
SizeOption = Annotated[
    str | None, typer.Option("--size", help="Board of the classic game as columns x rows: 8x8.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
MovesArguments = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES",
        help="Columns in the order played, such as 4453; without any, lines of standard input.",
        show_default=False,
    ),
]


def chosen_rules(rules: str, size: str | None) -> RuleSet:
    """The rule set that ``--rules`` and ``--size`` ask for together.

    Raises:
        EnrayaError: when either is wrong or they contradict each other.
    """
    rule_set = parse_rules(rules)
    if size is None:
        return rule_set
    sized = parse_size(size)
    if rule_set.name != "classic":
        raise InvalidSetting(f"--size goes with the classic rules; {rule_set.name!r} has its own")
    if rules.strip() != "classic" and rule_set != sized:
        raise InvalidSetting(f"--size {size} contradicts --rules {rules!r}")
    return sized


def parse_size(text: str) -> RuleSet:
    """The classic rule set on a board written as ``8x8``, columns first."""
    columns, cross, rows = text.lower().replace("×", "x").partition("x")
    if not (cross and all(n.isascii() and n.isdecimal() and len(n) < 4 for n in (columns, rows))):
        raise InvalidSetting(f"{quote(text)} is no board size; write columns x rows, such as 8x8")
    return classic(int(columns), int(rows))


def fail(message: object) -> None:
    """Says on standard error what was wrong."""
    sys.stdout.flush()
    print(f"enraya: {message}", file=sys.stderr, flush=True)


def answer_each(moves: list[str] | None, answer: Callable[[str], str]) -> None:
    """Prints the answer to each position given as an argument or as a line of standard input.

    What is refused gets a sentence on standard error, and in a filter an empty line in its
    place; the rest is still answered, and the exit code is `BAD_INPUT` in the end.
    """
    from_input = not moves
    failed = False
    for number, line in enumerate(_input_lines() if from_input else moves or [], start=1):
        try:
            print(answer(line), flush=True)
        except EnrayaError as error:
            failed = True
            if from_input:
                print(flush=True)
            fail(f"line {number}: {error}" if from_input else error)
    if failed:
        raise typer.Exit(BAD_INPUT)


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


def progress_console() -> Console:
    """Where progress bars go: standard error, and nowhere when that is not a terminal."""
    return Console(stderr=True, quiet=not sys.stderr.isatty())


@contextmanager
def progress_bar(description: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A bar with the time left on standard error, silent when that is not a terminal.

    Gives a function that moves it on: ``advance(steps, total=None, description=None)``.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    is_shared = sys.stdout.isatty()  # then the bar makes room for what is printed
    with Progress(
        *columns, console=progress_console(), transient=True, redirect_stdout=is_shared
    ) as progress:
        task = progress.add_task(description, total=total)

        def advance(
            steps: int, new_total: int | None = None, description: str | None = None
        ) -> None:
            progress.update(task, advance=steps, description=description)
            if new_total is not None:
                progress.update(task, total=new_total)

        yield advance
