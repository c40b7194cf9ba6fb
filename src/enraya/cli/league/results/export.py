"""`enraya league export`: a league without its people."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.league.folders import FolderOption, open_league


def export(
    file: Annotated[Path, typer.Argument(help="The .zip archive to write.")],
    folder: FolderOption = None,
) -> None:
    """Write all games, ratings and grades of a league to an archive, without names or sources.

    Teams are numbers in it. Grades can be computed again from what it holds.

    Example: enraya league export ia-2026.zip
    """
    from enraya.files import write_bytes
    from enraya.league.rank.export import export_league

    with open_league(folder) as store:
        content = export_league(store)
    write_bytes(file, content)
    print(f"{file}: {len(content):,} bytes")
