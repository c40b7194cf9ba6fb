"""Progress bars on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


def progress_console() -> Console:
    """Where progress bars go: standard error, and nowhere when that is not a terminal."""
    return Console(stderr=True, quiet=not sys.stderr.isatty())


@contextmanager
def progress_bar(description: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A bar with the time left on standard error, silent when that is not a terminal.

    Gives a function that moves it on: ``advance(steps, total=None, description=None)``.
    """
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
        task = progress.add_task(description, total=total)

        def advance(
            steps: int, new_total: int | None = None, description: str | None = None
        ) -> None:
            progress.update(task, advance=steps, description=description)
            if new_total is not None:
                progress.update(task, total=new_total)

        yield advance
