"""The server of a league that runs in a thread, and people who talk to it."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx

from enraya.league.store.access import LinkKind
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import WorkerOptions
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.app import create_league_app
from enraya.web.server.settings import ServerSettings
from tests.league.making import LEFTMOST, make_league
from tests.processes import free_port
from tests.web.running import process_at, running


@contextmanager
def running_league(folder: Path, *, works: bool = False, port: int = 0) -> Iterator[str]:
    """The address of a league that is served until the end of the block."""
    settings = ServerSettings(store=folder, has_operator=True)
    work = WorkerOptions(str(folder), workers=1) if works else None
    with running(create_league_app(settings, work), settings, port) as address:
        yield address


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`enraya league serve` as a teacher starts it; killed at the end."""
    port = port or free_port()
    arguments = ("league", "serve", "--folder", str(folder), "--workers", "2")
    with process_at(port, *arguments, stderr=subprocess.DEVNULL) as process:
        yield process, f"http://127.0.0.1:{port}"


@contextmanager
def person(address: str, secret: str = "") -> Iterator[httpx.Client]:
    """A person with a browser, in a session if they have the secret of a link."""
    with httpx.Client(base_url=address, timeout=120) as client:
        if secret:
            assert client.post("/api/league/session", json={"secret": secret}).is_success
        yield client


@contextmanager
def visitors(links: "Links", *secrets: str) -> Iterator[list[httpx.Client]]:
    """Browsers at a league that is served until the end of the block, one for each secret."""
    with running_league(links.folder) as address, ExitStack() as stack:
        yield [stack.enter_context(person(address, secret)) for secret in secrets]


@contextmanager
def open_server(
    folder: Path, *, clock: Callable[[], float] = monotonic, **changes: Any
) -> Iterator[LeagueServer]:
    """The server object of a new league, without a network, until the end of the block."""
    make_league(folder, **changes).close()
    server = LeagueServer(ServerSettings(store=folder), clock=clock)
    try:
        yield server
    finally:
        server.close()


class Links:
    """The secrets of a league's links."""

    def __init__(self, folder: Path, **changes: Any) -> None:
        with make_league(folder, **changes) as store, store.database.transaction():
            self.operator = store.access.new_link("operator")
            self.join = store.access.new_link("join")
        self.folder = folder

    def new(self, kind: LinkKind, team: int | None = None) -> str:
        """The secret of a new link of the operator or of a team that is there."""
        with LeagueStore(self.folder) as store, store.database.transaction():
            return store.access.new_link(kind, team)

    def team(self, name: str) -> str:
        """The secret of the link of a new team."""
        with LeagueStore(self.folder) as store, store.database.transaction():
            team = store.teams.add(name, f"alias of {name}", [], most=100, who="test")
            return store.access.new_link("team", team.id)


def send(client: httpx.Client, content: bytes = LEFTMOST, **changes: str) -> httpx.Response:
    """Sends a submission."""
    values = {"file": "mine.py", "word": "a-random-word", **changes}
    return client.post("/api/league/versions", params=values, content=content)
