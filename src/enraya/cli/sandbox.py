"""`enraya sandbox`: what protects this machine from other people's agents."""

import json

import typer
from rich.console import Console
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar


def sandbox(as_json: JsonOption = False) -> None:
    """Show what protects this machine from agents in files, and attack it to see that it holds.

    The exit code is 1 when an attempt succeeds, as some do where there is no sandbox.

    Example: enraya sandbox
    """
    from enraya.agents.isolated import protection
    from enraya.agents.isolated.trial.trial import ATTEMPTS, names_of, try_attempts

    found = protection()
    total = len(names_of(ATTEMPTS.read_text()))
    with progress_bar("attacking the sandbox", total) as advance:
        attempts = try_attempts(on_attempt=lambda: advance(1))
    if as_json:
        print(json.dumps({
            "sandbox": found.is_sandbox,
            "missing": {name: reason for name, reason in found._asdict().items() if reason},
            "attempts": [attempt._asdict() for attempt in attempts],
        }))  # fmt: skip
    else:
        console = Console()
        console.print(_mechanisms(found._asdict()))
        table = Table("an agent tries this", "is it kept from it?")
        for attempt in attempts:
            table.add_row(attempt.what, "yes" if attempt.held else "NO")
        console.print(table)
    if not all(attempt.held for attempt in attempts):
        raise typer.Exit(1)


_MECHANISMS = {
    "namespaces": "a root, processes and a network of its own (namespaces)",
    "landlock": "a list of the files it may open (Landlock)",
    "calls": "a list of the system calls it may make (seccomp)",
}


def _mechanisms(missing: dict[str, str]) -> Table:
    table = Table("an agent has", "here?")
    for name, what in _MECHANISMS.items():
        table.add_row(what, f"no: {missing[name]}" if missing[name] else "yes")
    return table
