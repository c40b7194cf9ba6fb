"""Interrupting long work: what is kept, and what the user is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer

from enraya.cli.common.messages import INTERRUPTED, fail
from enraya.errors import InvalidSetting
from enraya.files import part_of


def check_folder(out: Path | None) -> None:
    """Refuses, before hours of work, a file that could not be written after them.

    Raises:
        InvalidSetting: when its directory does not exist, or it is one itself.
    """
    if out is None:
        return
    if not out.parent.is_dir():
        raise InvalidSetting(f"cannot write {str(out)!r}: there is no such directory")
    if out.is_dir():
        raise InvalidSetting(f"cannot write {str(out)!r}: it is a directory")


@contextmanager
def interruptible(kept: str | None = None) -> Iterator[None]:
    """Ends the command with a message and `INTERRUPTED` when Ctrl-C is pressed inside.

    Args:
        kept: what the same command resumes from.
    """
    try:
        yield
    except KeyboardInterrupt:
        _stop(kept)


@contextmanager
def resumable(out: Path | None) -> Iterator[Path | None]:
    """The file beside ``out`` that keeps unfinished work, removed when the work inside is done.

    Without ``out`` there is none, and an interruption loses the work.

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
