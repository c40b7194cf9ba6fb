"""The ranking of a tournament as CSV, for spreadsheets and other programs."""

import csv
import io
from typing import Any

from enraya.arena.results.summary import Summary
from enraya.printable import cell_text

_DIGITS = {
    "elo": 1, "elo_low": 1, "elo_high": 1, "superiority": 4, "win_share": 4,
    "seconds_per_move": 6, "nodes_per_move": 1,
}  # fmt: skip
"""How many decimal places are written, by column."""
_BYTE_ORDER_MARK = "\ufeff"


def ranking_csv(summary: Summary) -> str:
    """The ranking as CSV: a line of column names, then a line per agent, best first."""
    lines = [_line(agent) for agent in summary.to_object()["agents"]]
    columns = list(dict.fromkeys(key for line in lines for key in line))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def csv_for_spreadsheets(table: str) -> str:
    """The table as the text of a file, with a byte order mark if it is not plain ASCII.

    Without the mark some spreadsheets do not read the file as UTF-8.
    """
    return table if table.isascii() else _BYTE_ORDER_MARK + table


def _line(agent: dict[str, Any]) -> dict[str, object]:
    """An agent's cells by column; results on each side and mistakes have a column per count."""
    faults, reasons = agent.pop("faults"), agent.pop("reasons")
    agent["mistakes"] = agent["mistakes"] or {}  # None if none of its moves were judged
    line: dict[str, object] = {}
    for key, value in agent.items():
        if isinstance(value, dict):
            line |= {f"{key}_{part}": number for part, number in value.items()}
        elif isinstance(value, list):
            separator = ", " if key == "same_as" else " "
            line[key] = cell_text(separator.join(map(str, value)))
        elif isinstance(value, float):
            line[key] = f"{value:.{_DIGITS[key]}f}" if key in _DIGITS else f"{value:g}"
        else:
            line[key] = cell_text(value) if isinstance(value, str) else value
    line["failed"] = sum(faults.values())
    line["reason"] = cell_text("; ".join(f"{what}: {reason}" for what, reason in reasons.items()))
    return line
