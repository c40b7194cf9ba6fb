"""Answers on standard output: as JSON for programs, as tables for people."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from enraya.parameters import Parameter
from enraya.result import Result

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Column, Table


def terminal() -> "Console":
    """A console for standard output that prints text literally, without markup.

    There are no colours with NO_COLOR or without a terminal. Without one, tables are 80 characters
    wide, or as wide as COLUMNS says.
    """
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)


def show(
    answer: Result | object,
    shown: "Callable[[], RenderableType | Sequence[RenderableType]] | None" = None,
    *,
    as_json: bool,
    ensure_ascii: bool = True,
) -> None:
    """Prints an answer as one line of JSON, or in a form for people.

    Args:
        answer: a `Result`, or plain values.
        shown: makes the form for people: text, something that rich draws, or a list of these,
            printed one below the other. A `Result` needs none: it draws itself.
        as_json: whether to print JSON.
        ensure_ascii: whether JSON escapes the characters outside ASCII.
    """
    if as_json:
        found = answer.to_object() if isinstance(answer, Result) else answer
        print(json.dumps(found, ensure_ascii=ensure_ascii))
        return
    parts: Any = answer if shown is None else shown()
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, str):  # printed as it is, so that programs can read it, too
            print(part)
        else:
            terminal().print(part, soft_wrap=isinstance(part, Result))  # titles of tables must wrap


def right(heading: str) -> "Column":
    """A heading whose column is aligned to the right, for numbers."""
    from rich.table import Column

    return Column(heading, justify="right")


def table_of(headings: Iterable[Any], rows: Iterable[Iterable[Any]], **options: Any) -> "Table":
    """A rich table; numbers become text, other cells are passed on.

    Args:
        headings: one for each column; those made by `right` align their columns to the right.
        rows: the cells: numbers, text, or anything that rich draws.
        options: passed to rich's `Table`, such as ``box`` and ``title``.
    """
    from rich.table import Table

    table = Table(*headings, **options)
    for row in rows:
        table.add_row(*(str(cell) if isinstance(cell, int | float) else cell for cell in row))
    return table


def format_seconds(seconds: float | None) -> str:
    """A time in seconds, milliseconds or microseconds; a dash for None.

    >>> format_seconds(1), format_seconds(0.0125), format_seconds(0.0000005), format_seconds(None)
    ('1.00 s', '12.50 ms', '0.5 µs', '-')
    """
    if seconds is None:
        return "-"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def format_value(value: float) -> str:
    """A number with six significant digits; a whole one in full, without a fraction.

    >>> format_value(3.0), format_value(1 / 3)
    ('3', '0.333333')
    """
    return str(int(value)) if value == int(value) else f"{value:.6g}"


def parameter_lines(parameters: Iterable[Parameter]) -> str:
    """Parameters with their help, one per line, for a cell of a table."""
    return "\n".join(f"{parameter}: {parameter.help}" for parameter in parameters)


def entry_objects(entries: Mapping[str, Any], *fields: str) -> list[dict[str, object]]:
    """The entries of a registry as plain values, for ``--json``.

    Args:
        entries: the entries by name, each with parameters and a summary.
        fields: names of further attributes of an entry to include.
    """
    return [
        {
            "name": name,
            "parameters": [
                {"name": parameter.name, "default": parameter.default_text, "help": parameter.help}
                for parameter in entry.parameters
            ],
            "summary": entry.summary,
            **{field: getattr(entry, field) for field in fields},
        }
        for name, entry in entries.items()
    ]
