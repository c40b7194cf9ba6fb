"""Errors: a message on standard error and an exit code."""

import sys

from enraya.printable import printable

DISAGREEMENT = 1
"""The exit code when solvers disagree."""
BAD_INPUT = 2
"""The exit code when something the user gave was refused."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as in shells."""


def fail(message: object) -> None:
    """Prints a message on standard error."""
    sys.stdout.flush()
    lines = (printable(line) for line in str(message).split("\n"))
    print("enraya: " + "\n".join(lines), file=sys.stderr, flush=True)
