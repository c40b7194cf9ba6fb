"""`enraya league status`, `teams`, `queue` and `log`: what a league holds now."""

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Column, Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
from enraya.cli.league.common import FolderOption, moment, open_league
from enraya.league.model.records import Team, VersionState
from enraya.league.store.store import LeagueStore
from enraya.printable import printable


def status(folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """Show how a league does: its teams, its queue, its ranking.

    Example: enraya league status
    """
    from enraya.league.rank.ranking import ranking_rows
    from enraya.league.rank.results import read_results
    from enraya.league.store.schema import LADDER
    from enraya.league.work.process import is_working

    with open_league(folder) as store:
        settings = store.settings
        rows = ranking_rows(store, read_results(store))
        states = [version.state.value for version in store.versions.all()]
        found: dict[str, Any] = {
            "name": settings.name,
            "folder": str(store.folder),
            "is_working": is_working(store.folder),
            "teams": sum(team.is_playing for team in store.teams.all()),
            "versions": {state: states.count(state) for state in dict.fromkeys(states)},
            "queue": len(store.versions.queue()),
            "games": store.arena.count(LADDER),
            "deadline": settings.deadline,
            "zone": settings.zone,
            "ranking": rows,
        }
        if as_json:
            print(json.dumps(found))
            return
        work = "running" if found["is_working"] else "not running; start it with league serve"
        print(f"{printable(settings.name)}: {found['teams']} teams, {found['games']} games, "
              f"{found['queue']} submissions waiting; the worker is {work}")  # fmt: skip
        if settings.deadline:
            print(f"Deadline: {settings.deadline} ({settings.zone})")
        terminal().print(ranking_table(store, rows))


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
            terminal().print(_all_teams(store))
        else:
            _show_team(store, shown[0])


def _all_teams(store: LeagueStore) -> Table:
    table = Table("", "name", "alias", "members", "versions", "plays", "state", box=SIMPLE_HEAD)
    for team in store.teams.all():
        versions = store.versions.all(team.id)
        plays = [str(one.number) for one in versions if one.state is VersionState.ACTIVE]
        table.add_row(
            str(team.id), printable(team.name), printable(team.alias),
            printable(", ".join(team.members)), str(len(versions)), " ".join(plays), team.state,
        )  # fmt: skip
    return table


def _show_team(store: LeagueStore, team: Team) -> None:
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
