"""`enraya serve`: the web laboratory."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import fail
from enraya.cli.warmup import warmup
from enraya.errors import InvalidSetting

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8000,
    store: Annotated[
        Path | None, typer.Option(help="The folder for games and tournaments.")
    ] = None,
    allow_uploads: Annotated[
        bool, typer.Option("--allow-uploads", help="Let visitors run their own Python agents.")
    ] = False,
    unsafe: Annotated[
        bool, typer.Option("--unsafe", help="Allow uploads even where there is no sandbox.")
    ] = False,
) -> None:
    """Play, analyse and watch in the browser.

    Example: enraya serve --port 8080 --store games
    """
    from enraya.web.serving import check_store, listen
    from enraya.web.serving import serve as run
    from enraya.web.settings import ServerSettings, default_store

    has_sandbox = not allow_uploads or _has_sandbox(unsafe=unsafe)
    is_local = host in LOOPBACK
    if not is_local:
        fail(f"warning: anyone who can reach {host} can use this laboratory")
    settings = ServerSettings(
        store=store or default_store(),
        allow_uploads=allow_uploads,
        unsafe=not has_sandbox,
        is_local=is_local,
    )
    check_store(settings)
    listener = listen(host, port)
    warmup()
    shown = f"[{host}]" if ":" in host else host
    print(f"enraya is at http://{shown}:{port}/ (Ctrl-C stops it)", flush=True)
    run(settings, listener)


def _has_sandbox(*, unsafe: bool) -> bool:
    """Whether uploads would run in a sandbox.

    Raises:
        InvalidSetting: when they would not, and nobody said that this is wanted.
    """
    from enraya.agents.isolated import protection

    found = protection()
    if found.is_sandbox:
        return True
    if not unsafe:
        raise InvalidSetting(
            f"uploads need a sandbox, and there is none here ({found.obstacle}); allow user "
            "namespaces (sysctl user.max_user_namespaces, or the settings of the container), use "
            "a kernel with Landlock, or let uploads do what you could do, with --unsafe"
        )
    fail(f"warning: uploads can do whatever you can do here ({found.obstacle})")
    return False
