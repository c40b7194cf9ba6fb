"""What the front answers with: values that print as a table and show as one in a notebook."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.reports.page import paragraph, table
from enraya.rules import RuleSet

if TYPE_CHECKING:
    import pandas

Rows = list[dict[str, Any]]
"""A table as plain values, each row by the names of its columns."""


class Result(ABC):
    """An answer with a table in it."""

    __slots__ = ()
    formats: ClassVar[Mapping[str, str]] = {}
    """How the numbers of a column are written, where not as they are."""

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """The table, as plain values."""

    @abstractmethod
    def to_object(self) -> dict[str, Any]:
        """Everything as plain values."""

    @property
    def drawn(self) -> Position | None:
        """The position that belongs above the table, if one does."""
        return None

    @property
    def remarks(self) -> list[str]:
        """What is said below the table."""
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
    """The lines of a table; what looks like numbers is aligned to the right."""
    columns = [list(column) for column in zip(headings, *cells, strict=True)]
    aligned = [_aligned(column) for column in columns]
    head, *body = ["  ".join(line).rstrip() for line in zip(*aligned, strict=True)]
    return [head, "-" * len(head), *body]


def _aligned(column: list[str]) -> list[str]:
    width = max(map(len, column))
    are_numbers = all(cell.lstrip("+-")[:1].isdecimal() or cell in ("-", "") for cell in column[1:])
    return [cell.rjust(width) if are_numbers else cell.ljust(width) for cell in column]


def position_of(asked: object, rules: RuleSet | str | None = None) -> Position:
    """The position that somebody asks about: moves, a position, or an answer that has one.

    Raises:
        EnrayaError: when the moves are not legal, or there are no moves.
    """
    if isinstance(asked, str):
        return Position.parse(asked, "classic" if rules is None else rules)
    found = asked if isinstance(asked, Position) else getattr(asked, "position", None)
    if not isinstance(found, Position):
        raise InvalidSetting(f"{asked!r} is no position; give moves such as '4453', or a Position")
    if rules is not None:
        raise InvalidSetting(f"{found!r} has its rules already; give rules with moves only")
    return found
