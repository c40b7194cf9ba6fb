"""The ranking of a league as a table."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Column, Table

from enraya.league.store.store import LeagueStore
from enraya.printable import printable


def ranking_table(store: LeagueStore, rows: list[dict[str, Any]]) -> Table:
    """The players of a league, the strongest first, with the names of teams."""
    names: dict[int | None, str] = {team.id: team.name for team in store.teams.all()}
    right = [Column(title, justify="right") for title in ("rating", "interval", "games", "points")]
    table = Table(Column("", justify="right"), "name", "version", *right, box=SIMPLE_HEAD)
    for place, row in enumerate(rows, start=1):
        name = names.get(row["team"]) or row["player"]
        number = row["version"]
        table.add_row(
            str(place), printable(name), "" if number is None else str(number),
            f"{row['elo']:.0f}", _interval(row["low"], row["high"]), str(row["games"]),
            f"{row['points']:g}",
        )  # fmt: skip
    return table


def _interval(low: float | None, high: float | None) -> str:
    ends = ("" if end is None else f"{end:.0f}" for end in (low, high))
    return " … ".join(ends)
