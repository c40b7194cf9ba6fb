"""`enraya league link` and `roster`: links for the operator, for teams, for joining."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.league.common import NO_ADDRESS, FolderOption, link_text, make_link, open_league
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


def roster(
    file: Annotated[
        Path, typer.Argument(help="A CSV file with a column 'team' or 'group', one student a row.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="Where to write the links; standard output if not given.")
    ] = None,
    renew: Annotated[
        bool,
        typer.Option("--renew", help="New links for teams that exist, too; those before end."),
    ] = False,
    address: Annotated[
        str, typer.Option(help="Where the league is served; where it last was if not given.")
    ] = "",
    folder: FolderOption = None,
) -> None:
    """Make teams from a list of students, and print a link for each.

    The answer is the same table with two columns more, for a mail merge: the number of the team and
    its link. Anyone who has a link can submit for the team.

    Example: enraya league roster students.csv --out links.csv
    """
    from enraya.errors import InvalidSetting
    from enraya.files import is_file, write_text
    from enraya.league.store.roster import enter_roster, format_rows, read_roster

    table = read_roster(file)
    with open_league(folder) as store:
        if out is not None:
            if is_file(out):
                raise InvalidSetting(
                    f"{str(out)!r} exists: links are shown once, so it is not overwritten; name "
                    "another file"
                )
            write_text(out, "")  # that it can be written is known before links are made
        rows, new, known = enter_roster(store, table, renew=renew)
        where = address or store.address or NO_ADDRESS
    where = where if where.endswith("/") else f"{where}/"
    for row in rows:
        row["link"] = link_text(where, "team", row["secret"]) if row["secret"] else ""
    text = format_rows([*table.columns, "number", "link"], rows)
    if out is None:
        sys.stdout.write(text.replace("\r\n", "\n"))
    else:
        write_text(out, text)
        out.chmod(0o600)  # anyone who reads it can submit for every team
    fail(f"{new} teams joined, {known} existed already" + (f"; links in {out}" if out else ""))
