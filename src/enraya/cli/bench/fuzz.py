"""`enraya bench fuzz`: random and damaged input for everything that reads what others wrote."""

import io
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from enraya.bench.fuzz.commands import Shape
from enraya.bench.fuzz.harness import fuzz_target
from enraya.bench.fuzz.targets import all_targets
from enraya.cli.common.messages import DISAGREEMENT
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal
from enraya.cli.common.verbs import loaded
from enraya.errors import UnknownName
from enraya.printable import printable

MOST_SHOWN = 20
"""Findings of one target; --json has them all."""


def fuzz(
    target: Annotated[
        list[str] | None,
        typer.Option(help="Only this one; may be given several times. All if not given."),
    ] = None,
    cases: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="Of each; a full run if not given.")
    ] = None,
    first: Annotated[int, typer.Option(min=0, help="The number of the first case.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same cases.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Give random and damaged input to all that reads files, lines and command lines.

    A finding is a case that ends in anything but success or a sentence: an
    unexpected error, another exit code, a crash, a hang. The exit code is 1 if there are any.

    Example: enraya bench fuzz --target books --cases 50
    """
    known = all_targets(list(command_shapes()), run_command)
    for name in target or ():
        if name not in known:
            raise UnknownName("target", name, known)
    rows = []
    for name in target or known:
        count = cases or known[name].cases
        with progress_bar(name, count) as advance:
            rows.append(fuzz_target(known[name], count, seed, first=first, on_case=advance))
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        _print_table(rows)
    if any(row.findings for row in rows):
        raise typer.Exit(DISAGREEMENT)


def _print_table(rows: Sequence[Any]) -> None:
    table = Table("target", "cases", "refused", "seconds", "findings")
    for row in rows:
        numbers = (f"{row.cases:,}", f"{row.refused:,}", f"{row.seconds:.1f}")
        table.add_row(row.target, *numbers, str(len(row.findings)))
    terminal().print(table)
    for row in rows:
        for finding in row.findings[:MOST_SHOWN]:
            print(f"{finding.target} {finding.case}: {printable(finding.what)}")
        if len(row.findings) > MOST_SHOWN:
            print(f"{row.target}: and {len(row.findings) - MOST_SHOWN} more")


def command_shapes() -> Iterator[Shape]:
    """What each command takes, as typer knows it."""
    from enraya.cli import app

    yield from _shapes((), typer.main.get_command(app))


def _shapes(words: tuple[str, ...], command: Any) -> Iterator[Shape]:
    for name, part in getattr(command, "commands", {}).items():
        yield from _shapes((*words, name), loaded(part))
    options = [p for p in command.params if p.param_type_name == "option"]
    yield Shape(
        words,
        tuple(name for p in options if p.is_flag for name in p.opts),
        {name: _kind(p) for p in options if not p.is_flag for name in p.opts},
        {p.name: _kind(p) for p in command.params if p.param_type_name == "argument"},
    )


def _kind(parameter: Any) -> str:
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", str)
    return getattr(annotation, "__name__", "str")


def run_command(arguments: Sequence[str], given: bytes) -> tuple[int, str]:
    """Runs a command line in this process: its exit code and what it says on standard error."""
    from enraya.cli import main

    output, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["enraya", *arguments]
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(given), "utf-8"), output, errors
    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    errors.flush()
    said = errors.buffer.getvalue().decode() if not errors.closed else ""
    return code if isinstance(code, int) else int(code is not None), said
