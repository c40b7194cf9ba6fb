"""`enraya league link`: links for the operator, for a team, for joining."""

from typing import Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.league.folders import FolderOption, open_league
from enraya.cli.league.links import make_link
from enraya.cli.serve import print_code


def link(
    team: Annotated[
        str | None, typer.Argument(help="A team, for its own link; the operator's if not given.")
    ] = None,
    join: Annotated[
        bool, typer.Option("--join", help="The link by which teams join, with its QR code.")
    ] = False,
    address: Annotated[
        str, typer.Option(help="Where the league is served; where it last was if not given.")
    ] = "",
    folder: FolderOption = None,
) -> None:
    """Print a new link for the operator, a team, or teams that want to join.

    The link of that kind before it ends, with every session that was made with it.

    Example: enraya league link "Team 3"
    """
    with open_league(folder) as store:
        if address and not address.endswith("/"):
            address += "/"
        if join:
            made = make_link(store, "join", address=address)
        elif team is not None:
            found = store.teams.find(team)
            if not found.is_playing:
                fail(f"warning: {found.name!r} does not take part; the link opens nothing")
            made = make_link(store, "team", found.id, address=address)
        else:
            made = make_link(store, "operator", address=address)
    print(made)
    if join:
        print_code(made)
