"""A league's server without the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from enraya.web.league.hall import Hall
from enraya.web.league.turns import Turns
from enraya.web.settings import ServerSettings
from enraya.web.storing import StoringThread
from enraya.web.thinking.reviews import Reviews
from enraya.web.visitors.limits import InUse
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
