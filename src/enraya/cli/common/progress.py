"""Progress bars on standard error."""

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

_Item = TypeVar("_Item")


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


def tracked(description: str, items: Collection[_Item]) -> Iterator[_Item]:
    """The items, while a bar shows how many of them are done."""
    with progress_bar(description, len(items)) as advance:
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
