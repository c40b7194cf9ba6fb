"""That kernels are being compiled, said on standard error if that is a terminal.

The first command that needs a kernel waits some seconds for it; later ones load it, and import
nothing of what draws the line.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


@contextmanager
def compiling_shown(console: "Console | None" = None) -> Iterator[None]:
    """Shows a line with the time it takes, whenever kernels are being compiled.

    Args:
        console: where to show it; by default, standard error.
    """
    from numba.core import event

    class CompilingLine(event.Listener):
        """Shows the line from the start of a kernel to its end; kernels compile others."""

        depth = 0
        line: "Progress | None" = None

        def on_start(self, event: object) -> None:  # noqa: ARG002  # which kernel does not matter
            self.line = self.line or _make_line(console)
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


def _make_line(console: "Console | None") -> "Progress":
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from enraya.cli.common.progress import progress_console

    line = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=console or progress_console(),
        transient=True,
        redirect_stdout=False,  # nothing is printed in the meantime
        redirect_stderr=False,
    )
    line.add_task("compiling kernels, once")
    return line
