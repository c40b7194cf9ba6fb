"""Helpers that the commands of `enraya league` share: finding the league and showing its data."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from enraya.cli.common.tables import table_of
from enraya.errors import InvalidSetting
from enraya.files import is_file
from enraya.league.model.settings import read_zone
from enraya.league.store.schema import FILE_NAME
from enraya.league.store.store import LeagueStore
from enraya.printable import printable

FolderOption = Annotated[
    Path | None,
    typer.Option(
        "--folder",
        help="The league's folder; by default this one, or its only subfolder with a league.",
    ),
]
ReasonOption = Annotated[str, typer.Option(help="The reason, for the log; the team can read it.")]
AnyReasonOption = Annotated[str, typer.Option("--reason", help="The reason, for the log.")]


def league_folder(folder: Path | None) -> Path:
    """The folder of the league that a command is for.

    It is the given one, else the current folder if it holds a league, else its only subfolder
    that does.

    Raises:
        InvalidSetting: when no folder is given and none or several hold a league.
    """
    if folder is not None:
        return folder
    here = Path()
    if is_file(here / FILE_NAME):
        return here
    below = sorted(path.parent for path in here.glob(f"*/{FILE_NAME}"))
    if not below:
        raise InvalidSetting(
            'there is no league here; make one with: enraya league new "IA 2026", or name its '
            "folder with --folder"
        )
    if len(below) > 1:
        names = ", ".join(str(path) for path in below)
        raise InvalidSetting(f"there are several leagues here: {names}; name one with --folder")
    return below[0]


def open_league(folder: Path | None) -> LeagueStore:
    """The open store of the league that a command is for.

    Raises:
        InvalidSetting: when there is no league, or it is not clear which, or it cannot be used.
    """
    return LeagueStore(league_folder(folder))


def folder_name(name: str) -> str:
    """A name for the folder of a league or the file of an event that has this name.

    >>> folder_name("IA 2026"), folder_name("Inteligência: Ñ/2")
    ('ia-2026', 'inteligencia-n-2')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "league"


def moment(time: float, zone: str) -> str:
    """A time in seconds since 1970, as local time of a zone."""
    return datetime.fromtimestamp(time, read_zone(zone)).strftime("%Y-%m-%d %H:%M:%S")


def team_names(store: LeagueStore) -> dict[int | None, str]:
    """The name of each team by its number."""
    return {team.id: team.name for team in store.teams.all()}


def plain_table(headings: Iterable[Any], rows: Iterable[Iterable[Any]]) -> Table:
    """A table without lines between columns; texts, which teams may have written, are made safe."""
    safe = ([printable(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return table_of(headings, safe, box=SIMPLE_HEAD)


def shown(line: str) -> str:
    """A line made safe to show, with no-break spaces replaced by ordinary ones.

    >>> shown("5\N{NO-BREAK SPACE}%")
    '5 %'
    """
    return printable(line.replace("\N{NO-BREAK SPACE}", " "))
