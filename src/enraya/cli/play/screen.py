"""A terminal on which the board is redrawn in place."""

import sys
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import ControlType

_UP_AND_ERASE = ((ControlType.CURSOR_UP, 1), (ControlType.ERASE_IN_LINE, 2))


@dataclass(slots=True)
class Screen:
    """A console that knows how many lines it has shown since the last `erase`."""

    console: Console
    redraws: bool
    """Whether a new drawing replaces the previous one; otherwise it is printed below."""
    _lines: int = 0
    _width: int = 0
    """The width of the terminal when the first of the `_lines` was shown."""

    def show(self, part: RenderableType) -> None:
        """Prints something below what has been shown."""
        self.console.print(part, markup=False)
        self._count(len(self.console.render_lines(part, pad=False)))

    def ask(self, question: str) -> str:
        """Prints a question and returns the line that a person types, without blanks around it.

        Raises:
            EOFError: at the end of standard input.
        """
        print(question, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self._count(1 + cell_len(question + line.rstrip("\r\n")) // max(self.console.width, 1))
        return line.strip()

    def erase(self) -> None:
        """Erases the lines shown since the last `erase` or `keep`, if all are still visible."""
        fits = self._lines < self.console.height and self._width == self.console.width
        if self.redraws and fits:
            self.console.control(Control(*_UP_AND_ERASE * self._lines))
        self.keep()

    def keep(self) -> None:
        """Keeps what has been shown; the next `erase` leaves it there."""
        self._lines = 0

    def _count(self, lines: int) -> None:
        if not self._lines:
            self._width = self.console.width
        self._lines += lines
