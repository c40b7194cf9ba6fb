"""`enraya league similar`: sources of different teams that look alike."""

from dataclasses import asdict
from typing import Annotated

import typer

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import right, show, table_of
from enraya.cli.league.common import FolderOption, open_league

_PERCENT = 100


def similar(
    least: Annotated[
        float, typer.Option(min=0, max=100, help="How alike they must be, in percent.")
    ] = 50.0,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Compare every version, not only the latest.")
    ] = False,
    identical: Annotated[
        bool, typer.Option("--identical", help="Only the same content; needs no other library.")
    ] = False,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """List sources of different teams that look alike, for a person to look at.

    Sources are compared by runs of equal tokens, whatever their names and comments; that needs
    copydetect: pip install 'enraya[similar]'. Being alike proves nothing.

    Example: enraya league similar --least 70
    """
    from rich.box import SIMPLE_HEAD

    from enraya.league.work import similar_sources
    from enraya.printable import printable

    with open_league(folder) as store:
        sources = similar_sources.sources_of(store, all_versions=all_versions)
        names = {team.id: team.name for team in store.teams.all()}
    if identical:
        found = list(similar_sources.identical(sources))
    else:
        found = similar_sources.similar(sources, least / _PERCENT)
    rows = (
        (
            *(cell for team, number in (pair.one, pair.other)
              for cell in (printable(names[team]), number)),
            "the same" if pair.is_identical else f"{pair.share:.0%}",
        )
        for pair in found
    )  # fmt: skip
    headings = ("team", "version", "team", "version", right("alike"))
    show(
        [asdict(pair) for pair in found],
        lambda: [
            table_of(headings, rows, box=SIMPLE_HEAD), f"{len(sources)} sources compared",
        ],
        as_json=as_json,
    )  # fmt: skip
