"""`enraya league queue`: which submissions wait."""

import json
from dataclasses import asdict

from rich.box import SIMPLE_HEAD
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
from enraya.cli.league.folders import FolderOption, moment, open_league
from enraya.printable import printable


def queue(folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """List the submissions that wait for their turn.

    Example: enraya league queue
    """
    with open_league(folder) as store:
        waiting = store.versions.queue()
        if as_json:
            print(json.dumps([asdict(version) for version in waiting]))
            return
        names = {team.id: team.name for team in store.teams.all()}
        zone = store.settings.zone
        table = Table("", "team", "version", "file", "received", "state", box=SIMPLE_HEAD)
        for place, version in enumerate(waiting, start=1):
            table.add_row(
                str(place), printable(names[version.team]), str(version.number),
                printable(version.file), moment(version.received, zone), version.state,
            )  # fmt: skip
        terminal().print(table if waiting else "Nothing is waiting.")
