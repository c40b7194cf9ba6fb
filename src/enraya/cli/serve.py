"""`enraya serve`: the web laboratory."""

import socket
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.arena.store.database import laboratory_folder
from enraya.cli.common.messages import fail
from enraya.cli.common.options import NoCacheOption
from enraya.cli.common.progress import progress_console
from enraya.errors import InvalidSetting
from enraya.platform import HAS_SANDBOX
from enraya.solver.solved import solved_file

if TYPE_CHECKING:
    from enraya.web.server.host_names import Addresses

PortOption = Annotated[int, typer.Option(min=1, max=65535, help="The port.")]
TrustProxyOption = Annotated[
    bool,
    typer.Option(
        "--trust-proxy", help="Believe what a reverse proxy on this machine says about visitors."
    ),
]
_WHITE_ON_BLACK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def serve(
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on; 0.0.0.0 lets others connect, :: also over IPv6."
        ),
    ] = "127.0.0.1",
    port: PortOption = 8000,
    store: Annotated[
        Path | None,
        typer.Option(
            help="A folder for games and tournaments, or a file of games from other commands."
        ),
    ] = None,
    allow_uploads: Annotated[
        bool, typer.Option("--allow-uploads", help="Let visitors run their own Python agents.")
    ] = False,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="Allow uploads even where there is no sandbox.")
    ] = False,
    operator: Annotated[
        bool,
        typer.Option(
            "--operator", help="Print a link that makes a browser the operator's; see docs/web.md."
        ),
    ] = False,
    trust_proxy: TrustProxyOption = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy elsewhere to believe instead, or its network; can be repeated.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name that visitors use, such as lab.example.org; can be repeated.",
        ),
    ] = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Play, analyse and watch in the browser.

    Example: enraya serve --port 8080 --store games

    For others on your network: enraya serve --host 0.0.0.0

    Behind nginx or Caddy: enraya serve --trust-proxy --name lab.example.org
    """
    from enraya.web.laboratory.routes.app import create_app
    from enraya.web.laboratory.stores.database import check_store
    from enraya.web.laboratory.stores.sessions import operator_link
    from enraya.web.laboratory.thinking.compilation import Compilation
    from enraya.web.server.forwarding import THIS_MACHINE, parse_networks
    from enraya.web.server.host_names import addresses_of, parse_names
    from enraya.web.server.serving import listen, run_server
    from enraya.web.server.settings import ServerSettings, default_store

    proxies = parse_networks(proxy or ()) or (THIS_MACHINE if trust_proxy else ())
    names = parse_names(name or ())
    has_sandbox = not allow_uploads or check_sandbox(unsafe=unsafe)
    with listen(host, port) as listener:
        is_local = is_local_address(listener)
        if not is_local:
            fail(f"warning: anyone who can reach {host} can use this laboratory")
        found = addresses_of(listener)
        # visitors who come through a proxy use one of the names, not the address we listen on
        passed_on = tuple(f"https://{one}/" for one in sorted(names)) if proxies else ()
        kept = store or default_store()
        folder = laboratory_folder(kept)
        settings = ServerSettings(
            store=folder,
            games=None if folder == kept else kept,
            allow_uploads=allow_uploads,
            unsafe=not has_sandbox,
            is_local=is_local,
            has_operator=operator,
            proxies=proxies,
            names=names,
            others=passed_on or found.others,
            solved=None if no_cache else solved_file(),
        )
        check_store(settings)
        secret = operator_link(settings) if operator else None
        compilation = Compilation.if_needed(_show_compiling)
        app = create_app(settings=settings, compilation=compilation)
        run_server(app, settings, listener, lambda: _announce(found, secret, passed_on))


def _show_compiling(done: int, step: str | None) -> None:
    """Shows on one line of the terminal how many of the kernels' steps are compiled."""
    from enraya.warmup import STEPS

    words = f"compiling kernels, once: {done} of {len(STEPS)}"
    line = f"{words} ({step})" if step else f"{words}, everything is ready"
    progress_console().print(f"{line:<79}", end="\r" if step else "\n", highlight=False)


def is_local_address(listener: socket.socket) -> bool:
    """Whether only this machine can connect to a listening socket."""
    return ip_address(listener.getsockname()[0]).is_loopback


def _announce(found: "Addresses", operator_secret: str | None, passed_on: tuple[str, ...]) -> None:
    """Prints the addresses of the laboratory: for this machine, the operator and others."""
    print(f"enraya is at {found.here} (Ctrl-C stops it)", flush=True)
    if operator_secret is not None:
        for address in (found.here, *passed_on):
            print(f"Operator: {address}operator#{operator_secret}", flush=True)
    if not found.others:
        return
    print("Others can open", *(f"  {address}" for address in found.others), sep="\n", flush=True)
    print_code(found.others[0])


def print_code(link: str) -> None:
    """Prints a QR code of a link if standard output is a terminal that can show it."""
    if sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower():
        print(qr_code(link), flush=True)


def qr_code(text: str) -> str:
    """A QR code for a terminal, in colours that do not depend on those of the terminal."""
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in lines)


def check_sandbox(*, unsafe: bool) -> bool:
    """Whether uploads would run in a sandbox.

    Raises:
        InvalidSetting: when they would not, and ``unsafe`` does not allow that.
    """
    from enraya.agents.isolated import protection

    found = protection()
    if found.is_sandbox:
        return True
    if not HAS_SANDBOX:
        raise InvalidSetting("uploads need the sandbox, which only Linux has; serve without them")
    if not unsafe:
        raise InvalidSetting(
            f"uploads need a sandbox, and there is none here ({found.obstacle}); allow user "
            "namespaces (sysctl user.max_user_namespaces, or the settings of the container), use "
            "a kernel with Landlock, or let uploads do what you could do, with --unsafe"
        )
    fail(f"warning: uploads can do whatever you can do here ({found.obstacle})")
    return False
