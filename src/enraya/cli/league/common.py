"""What the commands of a league share: which league is meant, its links, its words."""

import re
import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

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
        help="The folder of the league; the one here, or the only one below, if not given.",
    ),
]
ReasonOption = Annotated[str, typer.Option(help="Why: for the log, which the team can read.")]
AnyReasonOption = Annotated[str, typer.Option("--reason", help="Why, if the log should say so.")]
Kind = Literal["operator", "team", "join"]
NO_ADDRESS = "http://127.0.0.1:8000/"


def league_folder(folder: Path | None) -> Path:
    """The folder of the league that is meant.

    Raises:
        InvalidSetting: when there is none, or there are several.
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
    """The league that is meant.

    Raises:
        InvalidSetting: when there is none, or it cannot be used.
    """
    return LeagueStore(league_folder(folder))


def folder_name(name: str) -> str:
    """The name of a folder for a league of this name.

    >>> folder_name("IA 2026"), folder_name("Inteligência: Ñ/2")
    ('ia-2026', 'inteligencia-n-2')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "league"


def moment(time: float, zone: str) -> str:
    """A time by the clocks of the league."""
    return datetime.fromtimestamp(time, read_zone(zone)).strftime("%Y-%m-%d %H:%M:%S")


def link_text(address: str, kind: Kind, secret: str) -> str:
    """A link: what is behind the # never leaves a browser by itself."""
    return f"{address}{kind}#{secret}"


def make_link(store: LeagueStore, kind: Kind, team: int | None = None, *, address: str = "") -> str:
    """A new link; the one before ends."""
    with store.database.transaction():
        secret = store.access.new_link(kind, team)
        store.log.add(f"{kind} link", team=team)
    return link_text(address or store.address or NO_ADDRESS, kind, secret)


def shown(line: str) -> str:
    """A line safe to show; the spaces that keep numbers together are ordinary ones there.

    >>> shown("5\N{NO-BREAK SPACE}%")
    '5 %'
    """
    return printable(line.replace("\N{NO-BREAK SPACE}", " "))
