"""The ranking of a tournament as a table."""

import sys
from collections.abc import Callable

from rich.box import SIMPLE_HEAD
from rich.table import Table

from enraya.arena.statistics.summary import AgentRow, Summary
from enraya.cli.common.tables import terminal

AGENT_WIDTH = 12
PLAIN_WIDTH = 120
"""The width of tables that go to a file or another program."""


def print_ranking(summary: Summary) -> None:
    """Prints the ranking, why agents failed, and which were not let in."""
    terminal(None if sys.stdout.isatty() else PLAIN_WIDTH).print(ranking_table(summary))
    for row in summary.agents:
        if row.barred:
            print(f"{row.standing.agent} was not played: {row.barred}")
            continue
        for what, reason in row.reasons.items():
            lines = reason.split(" / ")  # as a fault joins the lines of a program's words
            print(f"{row.standing.agent} failed ({what}): " + "\n    ".join(lines))


def ranking_table(summary: Summary) -> Table:
    """The ranking with error bars, results on both sides, and what moves cost."""
    table = Table("", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("agent", overflow="fold", min_width=AGENT_WIDTH)
    for heading in ("elo", "±", "points", "+ = −", "won", "first", "second", "s/move", "nodes"):
        table.add_column(heading, justify="right", no_wrap=True)
    extra: dict[str, Callable[[AgentRow], str]] = {}
    if any(row.mistakes for row in summary.agents):
        extra["wrong"] = _mistake_share
    if any(row.faults for row in summary.agents):
        extra["failed"] = _faults
    for heading in extra:
        table.add_column(heading, justify="right", min_width=len(heading))
    for rank, row in enumerate(summary.agents, start=1):
        table.add_row(*_cells(rank, row), *(cell(row) for cell in extra.values()))
    return table


def _mistake_share(row: AgentRow) -> str:
    """The share of moves that threw away a win or a draw."""
    if not row.mistakes or not row.mistakes.moves:
        return "-"
    return f"{100 * row.mistakes.losing / row.mistakes.moves:.1f} %"


def _faults(row: AgentRow) -> str:
    return ", ".join(f"{what} {count}" for what, count in row.faults.items())


def _cells(rank: int, row: AgentRow) -> list[str]:
    rating, tally = row.standing.rating, row.standing.tally
    total = tally.total
    return [
        str(rank),
        row.standing.agent,
        f"{rating.elo:.0f}",
        f"{(rating.high - rating.low) / 2:.0f}" if total.games else "-",
        f"{total.points:g}/{total.games}",
        f"{total.wins} {total.draws} {total.losses}",
        f"{100 * total.win_share:.0f} %" if total.games else "-",
        f"{100 * tally.as_first.share:.0f} %" if tally.as_first.games else "-",
        f"{100 * tally.as_second.share:.0f} %" if tally.as_second.games else "-",
        "-" if row.seconds is None else f"{row.seconds:.4f}",
        "-" if row.nodes is None else f"{row.nodes:,.0f}",
    ]
