"""Creates teams from a list of students, each with its own link, for a mail merge."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from enraya.errors import InvalidSetting
from enraya.league.store.store import LeagueStore
from enraya.printable import cell_text

TEAM = ("team", "group", "groups", "equipo", "grupo", "grupos", "equipa", "equip", "grup", "grups")
"""The headings that the column of teams may have; capitals do not matter."""
MEMBER = ("member", "members", "name", "student", "nombre completo", "nome", "nom")
FIRST = ("first name", "nombre", "nome próprio")
LAST = ("last name", "surname", "apellido(s)", "apellidos", "apelido", "cognoms")
ALIAS = ("alias",)
MOST_ROWS = 5_000
MOST_BYTES = 2_000_000


class StudentList(NamedTuple):
    """A list of students: the headings, and a row for each student by heading."""

    columns: list[str]
    rows: list[dict[str, str]]

    def column(self, names: Iterable[str]) -> str | None:
        """The heading of the column that has one of these names, or None."""
        known = {column.strip().casefold(): column for column in self.columns}
        return next((known[name] for name in names if name in known), None)

    def cell(self, row: dict[str, str], names: Iterable[str]) -> str:
        """A row's cell in the column that has one of these names, or empty."""
        column = self.column(names)
        return "" if column is None else row[column].strip()


def read_roster(file: Path) -> StudentList:
    """The list of students in a CSV file whose first line holds the headings.

    Values may be separated by commas, semicolons or tabs.

    Raises:
        InvalidSetting: when the file cannot be read, is no such table, is too large or has no
            column of teams.
    """
    try:
        with file.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(file)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidSetting(f"{str(file)!r} is not text in UTF-8; save it as UTF-8") from None
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        rows = [
            {key: (row[key] or "") for key in reader.fieldnames or ()}
            for row in reader
            if any(isinstance(value, str) and value.strip() for value in row.values())
        ]
    except csv.Error as error:
        raise InvalidSetting(f"{str(file)!r} is not a CSV table: {error}") from None
    roster = StudentList(list(reader.fieldnames or ()), rows)
    if len(content) > MOST_BYTES or len(rows) > MOST_ROWS:
        raise InvalidSetting(f"{str(file)!r} has more than {MOST_ROWS:,} rows")
    if roster.column(TEAM) is None:
        raise InvalidSetting(
            f"{str(file)!r} has no column of teams: its first line must name one 'team' or 'group'"
        )
    return roster


def enter_roster(
    store: LeagueStore, roster: StudentList, *, renew: bool = False
) -> tuple[list[dict[str, str]], int, int]:
    """Creates all teams of a list of students that do not exist yet, or none if one is refused.

    Args:
        store: of the league.
        roster: the list; the students of rows with the same team are its members.
        renew: whether existing teams get new links too, which end their previous ones.

    Returns:
        The rows, with the number of each team and the secret of its link where one was made; how
        many teams are new; how many existed.
    """
    column = roster.column(TEAM)
    assert column is not None
    rows_of: dict[str, list[dict[str, str]]] = {}
    for row in roster.rows:
        rows_of.setdefault(row[column].strip(), []).append(row)
    rows_of.pop("", None)
    made: dict[str, dict[str, str]] = {}
    with store.database.transaction():
        known = {team.name.casefold(): team for team in store.teams.all() if team.is_playing}
        for name, rows in rows_of.items():
            team, secret = known.get(name.casefold()), ""
            if team is None:
                alias = next((one for row in rows if (one := roster.cell(row, ALIAS))), "")
                members = [_member(roster, row) for row in rows]
                most = store.settings.max_teams
                team = store.teams.add(name, alias, members, most=most, who="roster")
                secret = store.access.new_link("team", team.id)
            elif renew:
                secret = store.access.new_link("team", team.id)
                store.log.add("link", team=team.id, reason="roster")
            made[name] = {"number": str(team.id), "secret": secret}
    without = {"number": "", "secret": ""}
    rows = [row | made.get(row[column].strip(), without) for row in roster.rows]
    new = sum(name.casefold() not in known for name in rows_of)
    return rows, new, len(rows_of) - new


def _member(roster: StudentList, row: dict[str, str]) -> str:
    if roster.column(FIRST) is not None and roster.column(LAST) is not None:
        return f"{roster.cell(row, FIRST)} {roster.cell(row, LAST)}".strip()
    return roster.cell(row, MEMBER)


def format_rows(columns: list[str], rows: list[dict[str, str]]) -> str:
    """The rows as CSV; values that a spreadsheet would run as formulas are made plain text."""
    made = io.StringIO()
    writer = csv.DictWriter(made, columns, extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: cell_text(value) for key, value in row.items()})
    return made.getvalue()
