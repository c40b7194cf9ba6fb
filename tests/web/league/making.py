"""A league's server without the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from enraya.web.league.judged_games import JudgedGames
from enraya.web.league.league_server import LeagueServer
from enraya.web.server.limits import InUse
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.reviews import Reviews
from enraya.web.server.threads import StoringThread
from tests.league.making import make_league


@contextmanager
def open_server(folder: Path, **changes: Any) -> Iterator[LeagueServer]:
    """What the server of a new league holds, until the end of the block."""
    settings, store = ServerSettings(store=folder), make_league(folder, **changes)
    reviews, storing = Reviews(settings.table_mb), StoringThread()
    streams, judged_games = (
        InUse("streams", settings.limits.streams),
        JudgedGames(reviews, store, storing),
    )
    server = LeagueServer(settings, store, streams, reviews, judged_games, storing)
    try:
        yield server
    finally:
        server.close()
