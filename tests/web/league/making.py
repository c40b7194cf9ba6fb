"""A league's server without the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from enraya.web.league.league_server import LeagueServer
from enraya.web.server.settings import ServerSettings
from tests.league.making import make_league


@contextmanager
def open_server(folder: Path, **changes: Any) -> Iterator[LeagueServer]:
    """What the server of a new league holds, until the end of the block."""
    make_league(folder, **changes).close()
    server = LeagueServer.open(ServerSettings(store=folder))
    try:
        yield server
    finally:
        server.close()
