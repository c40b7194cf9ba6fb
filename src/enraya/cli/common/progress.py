"""What long work shows on standard error: bars, and that kernels are being compiled."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


class OnDone(Protocol):
    """Told how much of the work is done, and the total if it was not known before."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """Moves the bar there."""


def progress_console() -> Console:
    """Where progress bars go: standard error, or nowhere when that is not a terminal."""
    return Console(stderr=True, quiet=not sys.stderr.isatty(), markup=False, emoji=False)


@contextmanager
def progress_bar(description: str, total: int) -> Iterator[Callable[..., None]]:
    """A bar with the time left on standard error, silent when that is not a terminal.

    Yields a function that advances it: ``advance(steps, description=None)``.
    """
    with _bar(description, total) as (progress, task):

        def advance(steps: int, description: str | None = None) -> None:
            progress.update(task, advance=steps, description=description)

        yield advance


@contextmanager
def done_bar(description: str, total: int | None = None) -> Iterator[OnDone]:
    """Like `progress_bar`, for work that reports how much is done, and the total."""
    with _bar(description, total) as (progress, task):

        def on_done(done: int, total: int | None = None, /) -> None:
            progress.update(task, completed=done, total=total)

        yield on_done


@contextmanager
def compiling_shown(console: Console | None = None) -> Iterator[None]:
    """Says on standard error, if that is a terminal, whenever kernels are being compiled.

    The first command that needs a kernel waits some seconds for it; later ones load it.

    Args:
        console: where it says so instead.
    """
    from numba.core import event

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    progress = Progress(
        *columns,
        console=console or progress_console(),
        transient=True,
        redirect_stdout=False,  # nothing is printed in the meantime
        redirect_stderr=False,
    )

    class CompilingLine(event.Listener):
        """Shows a line from the start of a kernel to its end; kernels compile others."""

        depth = 0

        def on_start(self, event: object) -> None:  # noqa: ARG002  # which kernel does not matter
            if not progress.tasks:
                progress.add_task("compiling kernels, once")
            if self.depth == 0:
                progress.start()
            self.depth += 1

        def on_end(self, event: object) -> None:  # noqa: ARG002
            self.depth -= 1
            if self.depth == 0:
                progress.stop()

    with event.install_listener("numba:compile", CompilingLine()):
        yield


@contextmanager
def _bar(description: str, total: int | None) -> Iterator[tuple[Progress, TaskID]]:
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
        yield progress, progress.add_task(description, total=total)
