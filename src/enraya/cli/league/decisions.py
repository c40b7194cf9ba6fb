"""Commands by which the operator decides about teams, versions and games, with a reason."""

from typing import Annotated

import typer

from enraya.cli.league.common import FolderOption, ReasonOption, open_league
from enraya.league.model.records import Version
from enraya.league.store.log import check_reason
from enraya.league.store.store import LeagueStore
from enraya.league.work import submissions

TeamArgument = Annotated[str, typer.Argument(help="The team, by number, name or alias.")]
VersionArgument = Annotated[int, typer.Argument(min=1, help="The number of the team's version.")]


def _version(store: LeagueStore, team: str, number: int) -> Version:
    return store.versions.numbered(store.teams.find(team).id, number)


def accept(
    team: TeamArgument, version: VersionArgument, reason: ReasonOption, folder: FolderOption = None
) -> None:
    """Put a version into the queue that was late, over quota, rejected, failed or replaced.

    Example: enraya league accept "Team 3" 2 --reason "was ill"
    """
    with open_league(folder) as store:
        submissions.accept(store, _version(store, team, version), reason)
    print(f"version {version} of {team!r} is in the queue")


def choose(
    team: TeamArgument, version: VersionArgument, reason: ReasonOption, folder: FolderOption = None
) -> None:
    """Make an earlier version the active one of its team.

    Example: enraya league choose "Team 3" 1 --reason "asked for it"
    """
    with open_league(folder) as store:
        submissions.choose(store, _version(store, team, version), reason=reason)
    print(f"version {version} plays for {team!r}")


def remove(team: TeamArgument, reason: ReasonOption, folder: FolderOption = None) -> None:
    """Remove a team from the league; its results stay.

    Its link no longer works, and its versions get no more games.

    Example: enraya league remove "Team 3" --reason "two accounts"
    """
    with open_league(folder) as store:
        submissions.remove_team(store, store.teams.find(team).id, reason)
    print(f"{team!r} is removed")


def readmit(team: TeamArgument, reason: ReasonOption, folder: FolderOption = None) -> None:
    """Let a removed team play again.

    The team needs a new link: enraya league link TEAM

    Example: enraya league readmit "Team 3" --reason "it was a mistake"
    """
    with open_league(folder) as store:
        submissions.return_team(store, store.teams.find(team).id, reason)
    print(f"{team!r} plays again; give it a link with: enraya league link")


def erase(team: TeamArgument, reason: ReasonOption, folder: FolderOption = None) -> None:
    """Permanently delete the names and sources of a team; its results stay, anonymous.

    Earlier backups still contain the names and sources.

    Example: enraya league erase "Team 3" --reason "asked for it"
    """
    with open_league(folder) as store:
        found = store.teams.find(team)
        submissions.erase_team(store, found.id, reason)
    print(f"team {found.id} is erased; earlier backups still contain its names and sources")


def exclude(
    game: Annotated[int, typer.Argument(min=1, help="The number of a game of the ladder.")],
    reason: ReasonOption,
    folder: FolderOption = None,
) -> None:
    """Exclude a game of the ladder, and the one with sides swapped, from ratings and grades.

    Both games stay stored, and the teams can read the reason.

    Example: enraya league exclude 1234 --reason "the machine was overloaded"
    """
    with open_league(folder) as store:
        why = check_reason(reason)
        with store.database.transaction():
            store.exclude(game, why)
    print(f"game {game} and the one with sides swapped no longer count")
