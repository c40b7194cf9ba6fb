"""`enraya league serve`: the server of a league, with its worker."""

from typing import TYPE_CHECKING, Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.common.options import EngineOption, WorkersOption
from enraya.cli.league.common import FolderOption, league_folder, make_link
from enraya.cli.serve import check_sandbox, is_local_address, print_code

if TYPE_CHECKING:
    from enraya.league.store.store import LeagueStore


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others connect.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8000,
    trust_proxy: Annotated[
        bool,
        typer.Option(
            "--trust-proxy",
            help="Believe what a reverse proxy on this machine says about visitors.",
        ),
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name that visitors use, such as league.example.org; can be repeated.",
        ),
    ] = None,
    new_links: Annotated[
        bool, typer.Option("--new-links", help="Make new links; those before end.")
    ] = False,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="Serve even where there is no sandbox.")
    ] = False,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
    folder: FolderOption = None,
) -> None:
    """Serve a league: teams join and submit, the ladder plays.

    The first time it prints the operator's link and the one by which teams join;
    `enraya league link` prints new ones later.

    Example: enraya league serve --host 0.0.0.0 --port 8080
    """
    from enraya.league.store.store import LeagueStore
    from enraya.league.work.process import WorkerOptions
    from enraya.web.league.routes.app import create_league_app
    from enraya.web.server.forwarding import THIS_MACHINE
    from enraya.web.server.names import addresses_of, parse_names
    from enraya.web.server.serving import listen, run_server
    from enraya.web.server.settings import ServerSettings
    from enraya.work import named_engine

    named_engine(engine)  # or it is refused before the server starts
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


def _links(store: "LeagueStore", *, new_links: bool) -> dict[str, str]:
    """The links to show: new ones if there are none yet, or if new ones are asked for."""
    if not new_links and store.access.has_link("operator"):
        return {}
    return {"Operator": make_link(store, "operator"), "Join": make_link(store, "join")}
