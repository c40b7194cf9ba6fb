"""`enraya league teams`: who takes part, and what they have sent."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
from enraya.cli.league.folders import FolderOption, moment, open_league
from enraya.league.model.records import Team, VersionState
from enraya.league.store.store import LeagueStore
from enraya.printable import printable


def teams(
    team: Annotated[
        str | None, typer.Argument(help="A team by number or name, to see its versions.")
    ] = None,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the teams with their versions, or show one of them.

    Example: enraya league teams 3
    """
    with open_league(folder) as store:
        shown = store.teams.all() if team is None else [store.teams.find(team)]
        if as_json:
            found = [
                asdict(one) | {"versions": [asdict(v) for v in store.versions.all(one.id)]}
                for one in shown
            ]
            print(json.dumps(found))
        elif team is None:
            terminal().print(_all(store))
        else:
            _show(store, shown[0])


def _all(store: LeagueStore) -> Table:
    table = Table("", "name", "alias", "members", "versions", "plays", "state", box=SIMPLE_HEAD)
    for team in store.teams.all():
        versions = store.versions.all(team.id)
        plays = [str(one.number) for one in versions if one.state is VersionState.ACTIVE]
        table.add_row(
            str(team.id), printable(team.name), printable(team.alias),
            printable(", ".join(team.members)), str(len(versions)), " ".join(plays), team.state,
        )  # fmt: skip
    return table


def _show(store: LeagueStore, team: Team) -> None:
    print(f"{team.id} {printable(team.name)} ({printable(team.alias)}), {team.state}")
    zone = store.settings.zone
    for version in store.versions.all(team.id):
        late = ", late" if version.is_late else ""
        received = moment(version.received, zone)
        print(f"  v{version.number} {printable(version.file)} {version.digest[:12]} "
              f"{version.bytes:,} bytes, {received}{late}: {version.state}")  # fmt: skip
        if version.reason:
            lines = version.reason.splitlines()
            print(*(f"      {printable(line)}" for line in lines), sep="\n")
