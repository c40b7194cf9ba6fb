"""`enraya sandbox`: what protects this machine from other people's agents."""

import json
from typing import TYPE_CHECKING

import typer
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import terminal

if TYPE_CHECKING:
    from enraya.agents.host.trial.trial import Attempt


def sandbox(as_json: JsonOption = False) -> None:
    """Show what protects this machine from agents in files, and attack it to see that it holds.

    The exit code is 1 when an attempt succeeds, as some do where there is no sandbox.

    Example: enraya sandbox
    """
    from enraya.agents.host.trial.trial import planned, try_attempts
    from enraya.agents.isolated import protection

    found = protection()
    with progress_bar("attacking the sandbox", len(planned())) as advance:
        attempts = try_attempts(on_attempt=lambda: advance(1))
    if as_json:
        print(json.dumps({
            "sandbox": found.is_sandbox,
            "missing": {name: reason for name, reason in found._asdict().items() if reason},
            "attempts": [attempt._asdict() for attempt in attempts],
        }))  # fmt: skip
    else:
        console = terminal()
        console.print(_mechanisms(found._asdict()))
        console.print(_results(attempts))
    if not all(attempt.held for attempt in attempts):
        raise typer.Exit(1)


def _results(attempts: "list[Attempt]") -> Table:
    table = Table("an agent tries this", "is it kept from it?", "as a program?")
    for what in dict.fromkeys(attempt.what for attempt in attempts):
        held = {attempt.by: attempt.held for attempt in attempts if attempt.what == what}
        python, program = (held.get(by) for by in ("python", "program"))
        table.add_row(what, _WORDS[python], _WORDS[program])
    return table


_WORDS = {True: "yes", False: "NO", None: "it may"}
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
