"""The ranking of a tournament as a table for a terminal."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from enraya.arena.results.summary import AgentRow, Summary
from enraya.arena.statistics.tally import ResultCounts
from enraya.result import LOSS

_WIDEST = 10_000
_LEAST = ("nodes", "won", "s/move", "second", "first")
"""The columns that are left out in a narrow terminal, in this order."""


def notes_on(summary: Summary) -> Iterator[str]:
    """Notes on which agents did not play, why agents failed, and which have identical files."""
    for row in summary.agents:
        if row.barred:
            yield f"{row.standing.agent} was not played: {row.barred}"
            continue
        for what, reason in row.reasons.items():
            lines = reason.split(" / ")  # a fault joins the lines that a program printed with this
            name, count = row.standing.agent, row.faults[what]
            games = f"{count} game" if count == 1 else f"{count} games"
            yield f"{name} lost {games} by failing ({what}): " + "\n    ".join(lines)
    alike = (row for row in summary.agents if row.same_as)
    for names in sorted({tuple(sorted((row.standing.agent, *row.same_as))) for row in alike}):
        yield f"{', '.join(names[:-1])} and {names[-1]} have identical files"


def ranking_table(summary: Summary, console: Console) -> Table:
    """The ranking with error bars, results on both sides, and what moves cost.

    Where it would be too wide for the console, the columns that matter least are left out.
    """
    rows = list(map(_cells, summary.agents))
    if not any(row.mistakes for row in summary.agents):
        _leave_out("wrong", rows)
    if not any(row.faults for row in summary.agents):
        _leave_out("failed", rows)  # the notes say how
    unbounded = console.options.update(max_width=_WIDEST)
    for heading in _LEAST:
        if console.measure(_table(rows), options=unbounded).minimum <= console.width:
            break
        _leave_out(heading, rows)
    return _table(rows)


def _cells(row: AgentRow) -> dict[str, str]:
    """The cells of an agent's row, by the headings of their columns."""
    rating, tally = row.standing.rating, row.standing.tally
    total = tally.total
    return {
        "agent": row.standing.agent,
        "elo": f"{rating.elo:.0f}",
        "±": f"{(rating.high - rating.low) / 2:.0f}" if total.games else "-",
        "points": f"{total.points:g}/{total.games}",
        "+ = −": f"{total.wins} {total.draws} {total.losses}",
        "won": _percent(total.win_share, total),
        "first": _percent(tally.as_first.share, tally.as_first),
        "second": _percent(tally.as_second.share, tally.as_second),
        "s/move": "-" if row.seconds is None else f"{row.seconds:.4f}",
        "nodes": "-" if row.nodes is None else _short_count(row.nodes),
        "wrong": _mistake_share(row),
        "failed": str(sum(row.faults.values()) or ""),
    }


def _leave_out(heading: str, rows: list[dict[str, str]]) -> None:
    for row in rows:
        del row[heading]


def _table(rows: list[dict[str, str]]) -> Table:
    table = Table("", box=SIMPLE_HEAD, padding=0)
    table.add_column("agent", overflow="fold", min_width=10)
    for heading in list(rows[0])[1:]:
        style = LOSS if heading == "failed" else ""
        table.add_column(heading, justify="right", no_wrap=True, style=style)
    for rank, row in enumerate(rows, start=1):
        table.add_row(str(rank), *row.values(), style="bold" if rank == 1 else "")
    return table


def _percent(share: float, counts: ResultCounts) -> str:
    return f"{100 * share:.0f}%" if counts.games else "-"


def _mistake_share(row: AgentRow) -> str:
    """The share of moves that threw away a win or a draw."""
    if not row.mistakes or not row.mistakes.moves:
        return "-"
    return f"{100 * row.mistakes.losing / row.mistakes.moves:.1f}%"


def _short_count(count: float) -> str:
    """A mean of counts in at most five characters.

    >>> _short_count(184.2), _short_count(45_210), _short_count(3_200_000)
    ('184', '45.2k', '3.2M')
    >>> _short_count(999.4), _short_count(999.5)
    ('999', '1.0k')
    """
    for unit in ("", "k", "M", "G"):
        if count < 999.5:
            return f"{count:.1f}{unit}" if unit else f"{count:.0f}"
        count /= 1000
    return f"{count:.1f}T"
