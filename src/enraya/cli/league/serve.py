"""`enraya league serve`, `link` and `roster`: the server of a league, and the links to it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.common.options import EngineOption, WorkersOption
from enraya.cli.league.common import FolderOption, league_folder, open_league
from enraya.cli.serve import (
    PortOption,
    TrustProxyOption,
    check_sandbox,
    is_local_address,
    print_code,
)
from enraya.errors import InvalidSetting
from enraya.files import is_file, write_text
from enraya.league.store.access import LinkKind
from enraya.league.store.roster import enter_roster, format_rows, read_roster
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import WorkerOptions
from enraya.work import named_engine

AddressOption = Annotated[
    str, typer.Option(help="The URL of the league; by default the one at which it was last served.")
]
NO_ADDRESS = "http://127.0.0.1:8000/"


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others connect.")
    ] = "127.0.0.1",
    port: PortOption = 8000,
    trust_proxy: TrustProxyOption = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A host name of the server, such as league.example.org; can be repeated.",
        ),
    ] = None,
    new_links: Annotated[
        bool,
        typer.Option(
            "--new-links", help="Make new links for the operator and joining; the old ones end."
        ),
    ] = False,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="Serve even if there is no sandbox.")
    ] = False,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
    folder: FolderOption = None,
) -> None:
    """Serve a league, so that teams can join and submit, and play its games.

    The first time, it prints the operator's link and the join link; later, make new ones with:
    enraya league link

    Example: enraya league serve --host 0.0.0.0 --port 8080
    """
    from enraya.web.league.routes.app import create_league_app
    from enraya.web.server.forwarding import THIS_MACHINE
    from enraya.web.server.host_names import addresses_of, parse_names
    from enraya.web.server.serving import listen, run_server
    from enraya.web.server.settings import ServerSettings

    named_engine(engine)  # refuses an unknown engine before the server starts
    check_sandbox(unsafe=unsafe)
    place = league_folder(folder).resolve()
    names = parse_names(name or ())
    proxies = THIS_MACHINE if trust_proxy else ()
    with LeagueStore(place) as store:
        store.check_clock()
        listener = listen(host, port)
        found = addresses_of(listener)
        passed_on = tuple(f"https://{one}/" for one in sorted(names)) if proxies else ()
        store.set_address((*passed_on, *found.others, found.here)[0])
        links = _links(store, new_links=new_links)
    others = passed_on or found.others
    settings = ServerSettings(
        store=place,
        is_local=is_local_address(listener),
        has_operator=True,
        proxies=proxies,
        names=names,
        others=others,
    )
    app = create_league_app(settings, WorkerOptions(str(place), engine, workers), fail)

    def announce() -> None:
        print(f"the league is at {found.here} (Ctrl-C stops it)", flush=True)
        for one in others:
            print(f"Others can open {one}", flush=True)
        for whose, link in links.items():
            print(f"{whose}: {link}", flush=True)
        if links:
            print_code(links["Join"])

    run_server(app, settings, listener, announce)


def _links(store: LeagueStore, *, new_links: bool) -> dict[str, str]:
    """New links for the operator and for joining.

    Empty if the operator already has a link and no new ones are asked for.
    """
    if not new_links and any(link.kind == "operator" for link in store.access.links()):
        return {}
    return {"Operator": make_link(store, "operator"), "Join": make_link(store, "join")}


def link(
    team: Annotated[
        str | None, typer.Argument(help="The team that gets the link; by default the operator.")
    ] = None,
    join: Annotated[
        bool, typer.Option("--join", help="Make the join link, and print its QR code too.")
    ] = False,
    address: AddressOption = "",
    folder: FolderOption = None,
) -> None:
    """Print a new link for the operator, for a team, or for joining.

    The previous link of the same kind ends, with all sessions opened with it.

    Example: enraya league link "Team 3"
    """
    with open_league(folder) as store:
        if join:
            made = make_link(store, "join", address=address)
        elif team is not None:
            found = store.teams.find(team)
            if not found.is_playing:
                fail(f"warning: {found.name!r} does not take part; its link does not work")
            made = make_link(store, "team", found.id, address=address)
        else:
            made = make_link(store, "operator", address=address)
    print(made)
    if join:
        print_code(made)


def roster(
    file: Annotated[
        Path,
        typer.Argument(help="A CSV file with a column 'team' or 'group' and a row per student."),
    ],
    out: Annotated[
        Path | None, typer.Option(help="The CSV file to write; by default standard output.")
    ] = None,
    renew: Annotated[
        bool, typer.Option("--renew", help="New links for existing teams too; the old ones end.")
    ] = False,
    address: AddressOption = "",
    folder: FolderOption = None,
) -> None:
    """Create teams from a list of students, and print a link for each.

    The output is the same table with two more columns, for a mail merge: the number of the team and
    its link. Anyone who has a link can submit for its team.

    Example: enraya league roster students.csv --out links.csv
    """
    table = read_roster(file)
    with open_league(folder) as store:
        if out is not None:
            if is_file(out):
                raise InvalidSetting(
                    f"{str(out)!r} exists: links are shown once, so it is not overwritten; name "
                    "another file"
                )
            write_text(out, "")  # fails, if it cannot be written, before links are made
        rows, new, known = enter_roster(store, table, renew=renew)
        base = served_at(store, address)
    for row in rows:
        row["link"] = f"{base}team#{row['secret']}" if row["secret"] else ""
    text = format_rows([*table.columns, "number", "link"], rows)
    if out is None:
        sys.stdout.write(text.replace("\r\n", "\n"))
    else:
        write_text(out, text)
        out.chmod(0o600)  # anyone who reads it can submit for every team
    fail(f"{new} teams joined, {known} existed already" + (f"; links in {out}" if out else ""))


def served_at(store: LeagueStore, address: str = "") -> str:
    """The URL with which links begin: the one given, else the one at which it was last served."""
    return (address or store.address or NO_ADDRESS).removesuffix("/") + "/"


def make_link(
    store: LeagueStore, kind: LinkKind, team: int | None = None, *, address: str = ""
) -> str:
    """Makes a new link, logs that, and revokes the previous one.

    Its secret comes after a #, a part that browsers never send to servers.
    """
    with store.database.transaction():
        secret = store.access.new_link(kind, team)
        store.log.add(f"{kind} link", team=team)
    return f"{served_at(store, address)}{kind}#{secret}"
