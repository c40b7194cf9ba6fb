"""Answers that show themselves: as text, in colours on a terminal, in a notebook, as JSON."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, NewType, Protocol

from enraya.errors import InvalidSetting

if TYPE_CHECKING:
    import pandas
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

Rows = list[dict[str, Any]]
"""A table as plain values; a row is a dictionary with the names of the columns as keys."""
Html = NewType("Html", str)
"""Markup that is safe to put into a page."""
DISC_STYLES = {"X": "bold orange1", "O": "bold deep_sky_blue1"}
"""Colours that everyone can tell apart."""
WIN, DRAW, LOSS = "green", "yellow", "red"
"""The styles of results; signs and words say the same without them."""


class Drawn(Protocol):
    """A position, which has a drawing as text and one as SVG."""

    def _repr_svg_(self) -> str: ...


class Result(ABC):
    """An answer with a table in it."""

    __slots__ = ()
    formats: ClassVar[Mapping[str, str]] = {}
    """The format of the numbers in a column; other columns are written without one."""

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """The table, as plain values."""

    @abstractmethod
    def to_object(self) -> Any:
        """Everything as plain values, in the order that ``--json`` prints."""

    @property
    def drawn(self) -> Drawn | None:
        """The position to draw above the table; None for no drawing."""
        return None

    @property
    def remarks(self) -> list[str]:
        """The lines to print below the table."""
        return []

    def to_json(self) -> str:
        """Everything as one line of JSON, as ``--json`` prints it."""
        return json.dumps(self.to_object())

    def to_frame(self) -> "pandas.DataFrame":
        """The table as a data frame of pandas.

        Raises:
            InvalidSetting: when pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise InvalidSetting(
                "a data frame needs pandas, the extra 'frames': `pip install pandas`"
            ) from None
        return pandas.DataFrame(self.rows)

    def __str__(self) -> str:
        drawing = [] if self.drawn is None else [f"{self.drawn}\n"]
        lines = _lines(self._headings, self._cells) if self.rows else []
        return "\n".join([*drawing, *lines, *self.remarks])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        drawing = "" if self.drawn is None else self.drawn._repr_svg_()
        remarks = map(paragraph, self.remarks)
        shown = [table(self._headings, self._cells)] if self.rows else []
        return "".join([drawing, *shown, *remarks])

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> Iterator["RenderableType"]:
        """The answer for a terminal: discs in colours, a table with lines."""
        from rich.table import Table

        if self.drawn is not None:
            yield with_discs(str(self.drawn))
        if self.rows:
            shown = Table(*self._headings)
            for cells in self._cells:
                shown.add_row(*cells)
            yield shown
        yield from self.remarks

    @property
    def _headings(self) -> list[str]:
        return [name.replace("_", " ") for name in self.rows[0]]

    @property
    def _cells(self) -> list[list[str]]:
        return [[self._cell(*item) for item in row.items()] for row in self.rows]

    def _cell(self, column: str, value: object) -> str:
        if value is None:
            return "-"
        if isinstance(value, bool):
            return column if value else ""
        if isinstance(value, tuple):
            return " ".join(map(str, value))
        return format(value, self.formats.get(column, ""))


def _lines(headings: list[str], cells: list[list[str]]) -> list[str]:
    """The lines of a table as text; columns that look like numbers are aligned to the right."""
    columns = [list(column) for column in zip(headings, *cells, strict=True)]
    aligned = [_aligned(column) for column in columns]
    head, *body = ["  ".join(line).rstrip() for line in zip(*aligned, strict=True)]
    return [head, "-" * len(head), *body]


def _aligned(column: list[str]) -> list[str]:
    width = max(map(len, column))
    are_numbers = all(cell.lstrip("+-")[:1].isdecimal() or cell in ("-", "") for cell in column[1:])
    return [cell.rjust(width) if are_numbers else cell.ljust(width) for cell in column]


def paragraph(text: str) -> Html:
    """An HTML paragraph with this plain text."""
    return Html(f"<p>{escape(text)}</p>\n")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> Html:
    """An HTML table; numbers are aligned right, and the first cell of a row is its heading."""
    lines = [[str(value) for value in row] for row in rows]
    kinds = [_kind([line[place] for line in lines]) for place in range(len(columns))]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>'
        for name, kind in zip(columns, kinds, strict=True)
    )
    body = "".join(f"<tr>{_cells(line, kinds)}</tr>\n" for line in lines)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    label = escape(caption or ", ".join(filter(None, columns)))
    return Html(
        f'<div class="table" tabindex="0" role="group" aria-label="{label}">'
        f"<table>{title}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def _cells(line: Sequence[str], kinds: Sequence[str]) -> str:
    heading, *values = line
    cells = zip(values, kinds[1:], strict=True)
    return f'<th scope="row">{escape(heading)}</th>' + "".join(
        f"<td{kind}>{escape(value)}</td>" for value, kind in cells
    )


def _kind(values: Sequence[str]) -> str:
    """The class attribute of a column's cells: ``number`` when all of them begin like numbers."""
    numbers = all(value[:1] in "+-−–0123456789" for value in values)  # empty cells count as numbers
    return ' class="number"' if numbers and any(values) else ""


def styled(text: str, score: float | None) -> "Text":
    """A text in the colour of a score: that of a win, a draw or a loss.

    >>> [styled("4", score).style == style for score, style in ((1, WIN), (0, DRAW), (-1, LOSS))]
    [True, True, True]
    """
    from rich.text import Text

    if score is None:
        return Text(text)
    return Text(text, WIN if score > 0 else LOSS if score < 0 else DRAW)


def with_discs(drawing: str) -> "Text":
    """A drawing of a board with its discs in colour."""
    from rich.text import Text

    drawn = Text(drawing)
    for disc, style in DISC_STYLES.items():
        drawn.highlight_regex(rf"(?<=[ (\[]){disc}(?=[ )\]*\n]|$)", style)
    return drawn
