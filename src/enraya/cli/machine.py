"""`enraya cache`, `sandbox` and `warmup`: what this machine keeps, allows and has compiled."""

from typing import Annotated

import typer
from rich.table import Table

from enraya.agents.host.sandbox_trial import Attempt, planned, try_attempts
from enraya.agents.isolated import protection
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar, tracked
from enraya.cli.common.tables import show, table_of
from enraya.errors import InvalidSetting
from enraya.solver.solved import MOST, SolvedPositions, remove_solved, solved_file

_WORDS = {True: "yes", False: "NO", None: "it may"}
_MECHANISMS = {
    "namespaces": "a root, processes and a network of its own (namespaces)",
    "landlock": "a list of the files it may open (Landlock)",
    "calls": "a list of the system calls it may make (seccomp)",
}


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all of these scores.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show where scores that took long to find are kept, and how many.

    Example: enraya cache
    """
    if clear:
        remove_solved()
    solved = SolvedPositions()
    if not solved.is_open:
        raise InvalidSetting(
            f"{str(solved.path)!r} cannot be used; is it damaged? enraya cache --clear removes it"
        )
    facts = {"file": str(solved_file()), "positions": len(solved), "most": MOST}
    show(
        facts,
        lambda: f"{facts['file']}: {facts['positions']:,} positions of at most {MOST:,}",
        as_json=as_json,
    )


def sandbox(as_json: JsonOption = False) -> None:
    """Show what protects this machine from agents in files, and attack it to see that it holds.

    The exit code is 1 when an attempt succeeds, as some do where there is no sandbox.

    Example: enraya sandbox
    """
    found = protection()
    with progress_bar("attacking the sandbox", len(planned())) as advance:
        attempts = try_attempts(on_attempt=lambda: advance(1))
    missing = found._asdict()
    rows = (
        (what, f"no: {missing[name]}" if missing[name] else "yes")
        for name, what in _MECHANISMS.items()
    )
    answer = {
        "sandbox": found.is_sandbox,
        "missing": {name: reason for name, reason in missing.items() if reason},
        "attempts": [attempt._asdict() for attempt in attempts],
    }
    headings = ("an agent has", "here?")
    show(answer, lambda: [table_of(headings, rows), _results(attempts)], as_json=as_json)
    if not all(attempt.held for attempt in attempts):
        raise typer.Exit(1)


def _results(attempts: list[Attempt]) -> Table:
    rows = []
    for what in dict.fromkeys(attempt.what for attempt in attempts):
        held = {attempt.by: attempt.held for attempt in attempts if attempt.what == what}
        rows.append((what, *(_WORDS[held.get(by)] for by in ("python", "program"))))
    return table_of(("an agent tries this", "is it kept from it?", "as a program?"), rows)


def warmup() -> None:
    """Compile and cache all kernels, on all cores, so that nothing waits for the compiler later.

    Example: enraya warmup
    """
    from enraya.warmup import STEPS, compile_all

    for _ in tracked("compiling kernels", compile_all(), len(STEPS)):
        pass
