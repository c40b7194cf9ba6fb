"""`enraya league status`, `teams`, `queue`, `log` and `similar`: the present state of a league."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import right, show
from enraya.cli.league.common import FolderOption, moment, open_league, plain_table, team_names
from enraya.league.model.records import Team, VersionState
from enraya.league.rank.ranking import ranking_rows
from enraya.league.rank.results import read_results
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work import similar_sources
from enraya.league.work.process import is_working
from enraya.printable import printable


def status(folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """Show the state of a league: its teams, its queue, its ranking.

    Example: enraya league status
    """
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
        show(found, lambda: [*_state(found), ranking_table(store, rows)], as_json=as_json)


def _state(found: dict[str, Any]) -> Iterator[str]:
    """The lines about a league: its counts, whether its worker runs, and its deadline if any."""
    work = "running" if found["is_working"] else "not running; start it with league serve"
    counts = f"{found['teams']} teams, {found['games']} games, {found['queue']} submissions waiting"
    yield f"{printable(found['name'])}: {counts}; the worker is {work}"
    if found["deadline"]:
        yield f"Deadline: {found['deadline']} ({found['zone']})"


def ranking_table(store: LeagueStore, rows: list[dict[str, Any]]) -> Table:
    """The ranking as a table, the strongest player first, with the names of the teams."""
    names = team_names(store)
    numbers = map(right, ("rating", "interval", "games", "points"))
    lines = (
        (
            place, names.get(row["team"]) or row["player"],
            "" if row["version"] is None else row["version"], f"{row['elo']:.0f}",
            _interval(row["low"], row["high"]), row["games"], f"{row['points']:g}",
        )
        for place, row in enumerate(rows, start=1)
    )  # fmt: skip
    return plain_table((right(""), "name", "version", *numbers), lines)


def _interval(low: float | None, high: float | None) -> str:
    ends = ("" if end is None else f"{end:.0f}" for end in (low, high))
    return " … ".join(ends)


def queue(folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """List the submissions in the queue.

    Example: enraya league queue
    """
    with open_league(folder) as store:
        waiting, zone = store.versions.queue(), store.settings.zone
        names = team_names(store)
    rows = (
        (
            place, names[version.team], version.number, version.file,
            moment(version.received, zone), version.state,
        )
        for place, version in enumerate(waiting, start=1)
    )  # fmt: skip
    headings = ("", "team", "version", "file", "received", "state")
    show(
        [asdict(version) for version in waiting],
        lambda: plain_table(headings, rows) if waiting else "The queue is empty.",
        as_json=as_json,
    )


def log(
    team: Annotated[str | None, typer.Option(help="Only entries about this team.")] = None,
    last: Annotated[int, typer.Option(min=1, help="How many entries, the newest first.")] = 100,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what was done, by whom and why.

    Example: enraya league log --last 20
    """
    with open_league(folder) as store:
        number = None if team is None else store.teams.find(team).id
        actions, zone = store.log.actions(number, last), store.settings.zone
    rows = (
        (
            moment(action.time, zone), action.who, action.action,
            "" if action.team is None else action.team, action.details, action.reason,
        )
        for action in actions
    )  # fmt: skip
    headings = ("time", "who", "action", "team", "details", "reason")
    answer = [asdict(action) for action in actions]
    show(answer, lambda: plain_table(headings, rows), as_json=as_json)


def teams(
    team: Annotated[
        str | None,
        typer.Argument(help="A team, by number, name or alias, to list its versions."),
    ] = None,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """List all teams, or the versions of one team.

    Example: enraya league teams 3
    """
    with open_league(folder) as store:
        chosen = store.teams.all() if team is None else [store.teams.find(team)]
        found = [
            asdict(one) | {"versions": [asdict(v) for v in store.versions.all(one.id)]}
            for one in chosen
        ]
        show(
            found,
            lambda: _all_teams(store) if team is None else [*_team_lines(store, chosen[0])],
            as_json=as_json,
        )


def _all_teams(store: LeagueStore) -> Table:
    rows = []
    for team in store.teams.all():
        versions = store.versions.all(team.id)
        plays = [str(one.number) for one in versions if one.state is VersionState.ACTIVE]
        words = (team.name, team.alias, ", ".join(team.members))
        rows.append((team.id, *words, len(versions), " ".join(plays), team.state))
    headings = ("", "name", "alias", "members", "versions", "plays", "state")
    return plain_table(headings, rows)


def _team_lines(store: LeagueStore, team: Team) -> Iterator[str]:
    yield f"{team.id} {printable(team.name)} ({printable(team.alias)}), {team.state}"
    zone = store.settings.zone
    for version in store.versions.all(team.id):
        late = ", late" if version.is_late else ""
        received = moment(version.received, zone)
        yield (
            f"  v{version.number} {printable(version.file)} {version.digest[:12]} "
            f"{version.bytes:,} bytes, {received}{late}: {version.state}"
        )
        yield from (f"      {printable(line)}" for line in version.reason.splitlines())


def similar(
    least: Annotated[
        float, typer.Option(min=0, max=100, help="The least similarity to list, in percent.")
    ] = 50.0,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Compare every version, not only the latest.")
    ] = False,
    identical: Annotated[
        bool,
        typer.Option("--identical", help="Only identical content; works without copydetect."),
    ] = False,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """List similar sources of different teams, for a person to look at.

    Sources are compared by runs of equal tokens, ignoring comments and the names of variables. That
    needs copydetect: pip install 'enraya[similar]'. Similarity proves nothing.

    Example: enraya league similar --least 70
    """
    with open_league(folder) as store:
        sources = similar_sources.sources_of(store, all_versions=all_versions)
        names = team_names(store)
    if identical:
        found = list(similar_sources.identical(sources))
    else:
        found = similar_sources.similar(sources, least / 100)
    rows = []
    for pair in found:
        versions = [(names[team], number) for team, number in (pair.one, pair.other)]
        alike = "the same" if pair.is_identical else f"{pair.share:.0%}"
        rows.append((*versions[0], *versions[1], alike))
    headings = ("team", "version", "team", "version", right("alike"))
    show(
        [asdict(pair) for pair in found],
        lambda: [plain_table(headings, rows), f"{len(sources)} sources compared"],
        as_json=as_json,
    )
