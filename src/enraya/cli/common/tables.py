"""Tables as text, for answers that are printed one line at a time."""

import io

from rich.console import Console, RenderableType

WIDTH = 100


def terminal(width: int | None = None) -> Console:
    """Standard output for tables with other people's texts, which are taken literally."""
    return Console(width=width, markup=False, emoji=False)


def as_text(*parts: RenderableType) -> str:
    """What a console shows of the parts, one below the other; texts are taken literally."""
    console = Console(file=io.StringIO(), width=WIDTH, markup=False, highlight=False)
    for part in parts:
        console.print(part)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue().rstrip()
