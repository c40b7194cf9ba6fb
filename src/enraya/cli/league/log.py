"""`enraya league log`: what was done, by whom and why."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
from enraya.cli.league.folders import FolderOption, moment, open_league
from enraya.printable import printable


def log(
    team: Annotated[str | None, typer.Option(help="Only what concerns this team.")] = None,
    last: Annotated[int, typer.Option(min=1, help="At most this many, the newest first.")] = 100,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what was done, by whom and why.

    Example: enraya league log --last 20
    """
    with open_league(folder) as store:
        number = None if team is None else store.teams.find(team).id
        actions = store.log.actions(number, last)
        if as_json:
            print(json.dumps([asdict(action) for action in actions]))
            return
        zone = store.settings.zone
        table = Table("time", "who", "action", "team", "details", "reason", box=SIMPLE_HEAD)
        for action in actions:
            table.add_row(
                moment(action.time, zone), printable(action.who), action.action,
                "" if action.team is None else str(action.team), printable(action.details),
                printable(action.reason),
            )  # fmt: skip
        terminal().print(table)
