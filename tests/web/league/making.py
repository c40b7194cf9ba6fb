"""A league's server without the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from enraya.web.league.judged_games import Turns
from enraya.web.league.league_server import Hall
from enraya.web.server.limits import InUse
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.reviews import Reviews
from enraya.web.server.threads import StoringThread
from tests.league.making import make_league


@contextmanager
def open_hall(folder: Path, **changes: Any) -> Iterator[Hall]:
    """What the server of a new league holds, until the end of the block."""
    settings, store = ServerSettings(store=folder), make_league(folder, **changes)
    reviews, storing = Reviews(settings.table_mb), StoringThread()
    streams, turns = InUse("streams", settings.limits.streams), Turns(reviews, store, storing)
    hall = Hall(settings, store, streams, reviews, turns, storing)
    try:
        yield hall
    finally:
        hall.close()
