"""Standard output: answers as JSON for programs, as tables for people, and their numbers."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from enraya.parameters import Parameter
from enraya.result import Result

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Column, Table


def terminal() -> "Console":
    """Standard output, on which other people's texts are taken literally.

    Nothing has a colour without a terminal or with NO_COLOR; tables without a terminal have 80
    columns, or as many as COLUMNS says.
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
    """Prints an answer: as one line of JSON, or as people read it.

    Args:
        answer: a `Result`, or plain values.
        shown: makes what people read: text, what rich draws, or a list of them, one below the
            other. A `Result` shows itself.
        as_json: what the command was asked for.
        ensure_ascii: whether JSON has escapes in place of other letters.
    """
    if as_json:
        found = answer.to_object() if isinstance(answer, Result) else answer
        print(json.dumps(found, ensure_ascii=ensure_ascii))
        return
    parts: Any = answer if shown is None else shown()
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, str):  # as it is: for programs, too
            print(part)
        else:
            terminal().print(part, soft_wrap=isinstance(part, Result))  # not the titles of tables


def right(heading: str) -> "Column":
    """The heading of a column of numbers."""
    from rich.table import Column

    return Column(heading, justify="right")


def table_of(headings: Iterable[Any], rows: Iterable[Iterable[Any]], **options: Any) -> "Table":
    """A table of cells that are texts already, or plain numbers.

    Args:
        headings: one for each column, as `right` makes it if its cells are aligned to the right.
        rows: the cells, as text or as something that rich draws.
        options: of rich's table, such as ``box`` and ``title``.
    """
    from rich.table import Table

    table = Table(*headings, **options)
    for row in rows:
        table.add_row(*(str(cell) if isinstance(cell, int | float) else cell for cell in row))
    return table


def format_seconds(seconds: float | None) -> str:
    """A time in the unit that suits it; a dash for none.

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
    """The number without a needless fraction.

    >>> format_value(3.0), format_value(1 / 3)
    ('3', '0.333333')
    """
    return str(int(value)) if value == int(value) else f"{value:.6g}"


def parameter_lines(parameters: Iterable[Parameter]) -> str:
    """Parameters for a table, one per line."""
    return "\n".join(f"{parameter}: {parameter.help}" for parameter in parameters)


def entry_objects(entries: Mapping[str, Any], *fields: str) -> list[dict[str, object]]:
    """The entries of a registry as plain values, for ``--json``.

    Args:
        entries: by their names, each with parameters and a summary.
        fields: what else is told of each.
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
