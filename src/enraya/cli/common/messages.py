"""Messages on standard error, exit codes, and what is kept when long work is interrupted."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from enraya.errors import InvalidSetting
from enraya.files import part_of
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


def check_folder(out: Path | None) -> None:
    """Checks before hours of work, rather than after them, that a file can be written.

    Raises:
        InvalidSetting: when the file's directory does not exist, or it is a directory itself.
    """
    if out is None:
        return
    if not out.parent.is_dir():
        raise InvalidSetting(f"cannot write {str(out)!r}: there is no such directory")
    if out.is_dir():
        raise InvalidSetting(f"cannot write {str(out)!r}: it is a directory")


@contextmanager
def interruptible(kept: str | None = None) -> Iterator[None]:
    """Ends the command with a message and `INTERRUPTED` when Ctrl-C is pressed in the block.

    Args:
        kept: what the same command would resume from, for the message; None if nothing is kept.
    """
    try:
        yield
    except KeyboardInterrupt:
        _stop(kept)


@contextmanager
def resumable(out: Path | None) -> Iterator[Path | None]:
    """Yields the file beside ``out`` for unfinished work, and removes it after the block.

    Without ``out`` there is no such file, and an interruption loses the work.

    Raises:
        InvalidSetting: when the directory of ``out`` does not exist.
    """
    check_folder(out)
    part = out and part_of(out)
    try:
        yield part
    except KeyboardInterrupt:
        _stop(repr(str(part)) if part and part.exists() else None)
    if part:
        part.unlink(missing_ok=True)


def _stop(kept: str | None) -> NoReturn:
    fail(f"stopped; the same command resumes from {kept}" if kept else "stopped")
    raise typer.Exit(INTERRUPTED) from None
