"""A league as a file, made again from one, and for the next year."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.league.folders import FolderOption, folder_name, open_league


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")], folder: FolderOption = None
) -> None:
    """Write a league to one file, while it runs.

    Example: enraya league backup ia-2026.zip
    """
    from enraya.league.store.backup import make_backup

    with open_league(folder) as store:
        count = make_backup(store, file)
    print(f"{file}: the league with {count} submissions")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    folder: Annotated[
        Path | None,
        typer.Option(help="Where the league goes; a folder named like the file if not given."),
    ] = None,
) -> None:
    """Make a league again from its backup.

    Example: enraya league restore ia-2026.zip --folder again
    """
    from enraya.league.store.backup import restore_backup

    place = folder or Path(file.stem)
    count = restore_backup(file, place)
    print(f"{place}: the league with {count} submissions; serve it with: enraya league serve")


def copy(
    to: Annotated[str, typer.Option(help="What the new league is called.")],
    deadline: Annotated[str, typer.Option(help="Its deadline, such as 2027-12-17T23:59.")] = "",
    folder: FolderOption = None,
    into: Annotated[
        Path | None, typer.Option(help="Its folder; one named like it beside this if not given.")
    ] = None,
) -> None:
    """Make a new league with the same settings and nobody in it.

    Example: enraya league copy --to "IA 2027" --deadline 2027-12-17T23:59
    """
    from enraya.league.store.store import LeagueStore

    with open_league(folder) as store:
        settings = replace(store.settings, name=to, deadline=deadline)
        place = into or store.folder.resolve().parent / folder_name(to)
    LeagueStore.create(place, settings).close()
    print(f"{place}: the league {to!r}, with nobody in it")
    if not deadline:
        fail("warning: it has no deadline yet")
