"""The ranking of a tournament as a table for a terminal."""

from collections.abc import Callable, Iterator, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from enraya.arena.results.summary import AgentRow, Summary
from enraya.arena.statistics.tally import ResultCounts
from enraya.result import LOSS

AGENT_WIDTH = 10
_WIDEST = 10_000
_LEAST = ("nodes", "won", "s/move", "second", "first")
"""The columns that a narrow terminal does without, the first one first."""
_THOUSAND = 1000


def notes_on(summary: Summary) -> Iterator[str]:
    """Which agents were not let in, why agents failed, and which are made of the same files."""
    for row in summary.agents:
        if row.barred:
            yield f"{row.standing.agent} was not played: {row.barred}"
            continue
        for what, reason in row.reasons.items():
            lines = reason.split(" / ")  # as a fault joins the lines of a program's words
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
    cells = dict(_CELLS)
    if any(row.mistakes for row in summary.agents):
        cells["wrong"] = _mistake_share
    if any(row.faults for row in summary.agents):
        cells["failed"] = lambda row: str(sum(row.faults.values()) or "")  # the notes say how
    unbounded = console.options.update(max_width=_WIDEST)
    for heading in _LEAST:
        if console.measure(_table(summary, cells), options=unbounded).minimum <= console.width:
            break
        del cells[heading]
    return _table(summary, cells)


def _table(summary: Summary, cells: Mapping[str, Callable[[AgentRow], str]]) -> Table:
    table = Table("", box=SIMPLE_HEAD, padding=0)
    table.add_column("agent", overflow="fold", min_width=AGENT_WIDTH)
    for heading in cells:
        style = LOSS if heading == "failed" else ""
        table.add_column(heading, justify="right", no_wrap=True, style=style)
    for rank, row in enumerate(summary.agents, start=1):
        values = (cell(row) for cell in cells.values())
        table.add_row(str(rank), row.standing.agent, *values, style="bold" if rank == 1 else "")
    return table


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
        if count < _THOUSAND - 0.5:
            return f"{count:.1f}{unit}" if unit else f"{count:.0f}"
        count /= _THOUSAND
    return f"{count:.1f}T"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _error(row: AgentRow) -> str:
    rating = row.standing.rating
    return f"{(rating.high - rating.low) / 2:.0f}" if row.standing.tally.total.games else "-"


def _results(row: AgentRow) -> str:
    total = row.standing.tally.total
    return f"{total.wins} {total.draws} {total.losses}"


def _points(row: AgentRow) -> str:
    total = row.standing.tally.total
    return f"{total.points:g}/{total.games}"


def _won(row: AgentRow) -> str:
    total = row.standing.tally.total
    return _percent(total.win_share) if total.games else "-"


def _points_share(side: ResultCounts) -> str:
    return _percent(side.share) if side.games else "-"


_CELLS: dict[str, Callable[[AgentRow], str]] = {
    "elo": lambda row: f"{row.standing.rating.elo:.0f}",
    "±": _error,
    "points": _points,
    "+ = −": _results,
    "won": _won,
    "first": lambda row: _points_share(row.standing.tally.as_first),
    "second": lambda row: _points_share(row.standing.tally.as_second),
    "s/move": lambda row: "-" if row.seconds is None else f"{row.seconds:.4f}",
    "nodes": lambda row: "-" if row.nodes is None else _short_count(row.nodes),
}
"""What stands in the columns that every ranking has."""
