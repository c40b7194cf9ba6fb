"""What goes wrong: a sentence on standard error and an exit code."""

import sys

DISAGREEMENT = 1
"""The exit code when solvers do not agree."""
BAD_INPUT = 2
"""The exit code when something the user gave was refused."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def fail(message: object) -> None:
    """Says on standard error what was wrong."""
    sys.stdout.flush()
    print(f"enraya: {message}", file=sys.stderr, flush=True)
