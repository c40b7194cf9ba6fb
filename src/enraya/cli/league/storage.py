"""`enraya league new`, `backup`, `restore`, `copy`, `export`: creating, saving, copying leagues."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.common.progress import progress_bar
from enraya.cli.league.common import FolderOption, folder_name, open_league
from enraya.files import write_bytes
from enraya.league.model.settings import LANGUAGE_NAMES, LeagueSettings
from enraya.league.rank.export import export_league
from enraya.league.store.backup import make_backup, restore_backup
from enraya.league.store.store import LeagueStore

_DEFAULTS = LeagueSettings("")


def new(
    name: Annotated[str, typer.Argument(help="The name of the league.")],
    rules: Annotated[str, typer.Option(help="The rule set, such as classic or boom.")] = "classic",
    seconds: Annotated[float | None, typer.Option(help="Seconds per move.")] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Nodes per move, for the built-in searches only.")
    ] = None,
    deadline: Annotated[
        str, typer.Option(help="When submissions become late, such as 2026-12-18T23:59.")
    ] = "",
    zone: Annotated[
        str, typer.Option(help="The time zone of the deadline, such as Europe/Madrid.")
    ] = "UTC",
    baseline: Annotated[
        list[str] | None,
        typer.Option(help="An agent that every team plays against; can be repeated."),
    ] = None,
    languages: Annotated[
        str, typer.Option(help=f"The languages of agents, from {', '.join(LANGUAGE_NAMES)}.")
    ] = ",".join(LANGUAGE_NAMES),
    memory: Annotated[int, typer.Option(help="Megabytes for each agent.")] = _DEFAULTS.memory_mb,
    quota: Annotated[int, typer.Option(help="Submissions per team and day.")] = _DEFAULTS.quota,
    folder: FolderOption = None,
) -> None:
    """Create a league for one assignment of one class.

    Example: enraya league new "IA 2026" --seconds 1 --baseline random --baseline "level(3)"
    """
    limited = seconds is not None or nodes is not None
    settings = LeagueSettings(
        name=name,
        rules=rules,
        seconds=seconds if limited else _DEFAULTS.seconds,
        nodes=nodes,
        deadline=deadline,
        zone=zone,
        baselines=tuple(baseline or _DEFAULTS.baselines),
        languages=tuple(one.strip() for one in languages.split(",") if one.strip()),
        memory_mb=memory,
        quota=quota,
    )
    place = folder or Path(folder_name(name))
    with progress_bar("finding openings", settings.openings) as advance:
        LeagueStore.create(place, settings, on_opening=lambda: advance(1)).close()
    print(f"{place}: the league {name!r}; serve it with: enraya league serve")


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")], folder: FolderOption = None
) -> None:
    """Save a league in one file, even while it is being served.

    Example: enraya league backup ia-2026.zip
    """
    with open_league(folder) as store:
        count = make_backup(store, file)
    print(f"{file}: the league with {count} submissions")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    folder: Annotated[
        Path | None,
        typer.Option(help="The folder to restore into; by default named like the file."),
    ] = None,
) -> None:
    """Restore a league from a backup.

    Example: enraya league restore ia-2026.zip --folder again
    """
    place = folder or Path(file.stem)
    count = restore_backup(file, place)
    print(f"{place}: the league with {count} submissions; serve it with: enraya league serve")


def copy(
    to: Annotated[str, typer.Option(help="The name of the new league.")],
    deadline: Annotated[
        str, typer.Option(help="The new deadline, such as 2027-12-17T23:59; none by default.")
    ] = "",
    folder: FolderOption = None,
    into: Annotated[
        Path | None,
        typer.Option(help="The folder of the new league; by default beside the old one."),
    ] = None,
) -> None:
    """Create a league with the settings of an existing one, but no teams.

    Example: enraya league copy --to "IA 2027" --deadline 2027-12-17T23:59
    """
    with open_league(folder) as store:
        settings = replace(store.settings, name=to, deadline=deadline)
        place = into or store.folder.resolve().parent / folder_name(to)
    LeagueStore.create(place, settings).close()
    print(f"{place}: the league {to!r}, without teams")
    if not deadline:
        fail("warning: the league has no deadline yet")


def export(
    file: Annotated[Path, typer.Argument(help="The .zip archive to write.")],
    folder: FolderOption = None,
) -> None:
    """Write all games, ratings and grades of a league to an archive, without names or sources.

    Teams appear as numbers. The grades can be recomputed from the archive.

    Example: enraya league export ia-2026.zip
    """
    with open_league(folder) as store:
        content = export_league(store)
    write_bytes(file, content)
    print(f"{file}: {len(content):,} bytes")
