"""Progress of long work, shown on standard error if that is a terminal.

Rich is loaded only when something is to be shown, so that a filter does not wait for it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

_Item = TypeVar("_Item")


class OnDone(Protocol):
    """A function that long work calls to report how much of it is done."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """Reports what is done, and the total if that was not known before."""


def progress_console() -> "Console":
    """A console for progress bars: standard error, silent when that is not a terminal."""
    from rich.console import Console

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


def tracked(description: str, items: Iterable[_Item], total: int) -> Iterator[_Item]:
    """The items, while a bar shows how many of them are done."""
    with progress_bar(description, total) as advance:
        for item in items:
            yield item
            advance(1)


@contextmanager
def done_bar(description: str, total: int | None = None) -> Iterator[OnDone]:
    """Like `progress_bar`, for work that reports how much is done, and the total."""
    with _bar(description, total) as (progress, task):

        def on_done(done: int, total: int | None = None, /) -> None:
            progress.update(task, completed=done, total=total)

        yield on_done


@contextmanager
def _bar(description: str, total: int | None) -> Iterator[tuple["Progress", "TaskID"]]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

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


@contextmanager
def compiling_shown() -> Iterator[None]:
    """Shows a line with the elapsed time whenever kernels are compiled in the block.

    The first command that needs a kernel waits some seconds for it; later ones load it.
    """
    from numba.core import event

    class CompilingLine(event.Listener):
        """Shows the line until the outermost kernel is compiled; compiling one compiles others."""

        depth = 0
        line: "Progress | None" = None

        def on_start(self, event: object) -> None:  # noqa: ARG002  # which kernel does not matter
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            if self.line is None:
                self.line = Progress(
                    SpinnerColumn(),
                    TextColumn("{task.description}"),
                    TimeElapsedColumn(),
                    console=progress_console(),
                    transient=True,
                    redirect_stdout=False,  # nothing is printed in the meantime
                    redirect_stderr=False,
                )
                self.line.add_task("compiling kernels, once")
            if self.depth == 0:
                self.line.start()
            self.depth += 1

        def on_end(self, event: object) -> None:  # noqa: ARG002
            assert self.line is not None
            self.depth -= 1
            if self.depth == 0:
                self.line.stop()

    with event.install_listener("numba:compile", CompilingLine()):
        yield
