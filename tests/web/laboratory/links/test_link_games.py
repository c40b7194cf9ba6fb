"""Clocks of games by link that run out without a request."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from enraya.game.position import Position
from enraya.web.laboratory.links.game import GameClock
from enraya.web.laboratory.links.link_games import LinkGames, lock_of
from enraya.web.laboratory.links.store import LinkStore
from enraya.web.laboratory.stores.database import open_database
from enraya.web.server.problems import TooBusy
from enraya.web.server.visitor import OPERATOR
from tests.web.laboratory.links.making import played


class Reluctant:
    """Access to the database that sometimes fails."""

    def __init__(self) -> None:
        self.errors: list[Exception] = []

    async def __call__(self, function: Callable[..., Any], *arguments: object) -> Any:
        """What the function returns."""
        if self.errors:
            raise self.errors.pop()
        return function(*arguments)


@pytest.mark.anyio
@pytest.mark.parametrize("error", [TooBusy("wait"), sqlite3.OperationalError("database is locked")])
async def test_time_runs_out_even_if_the_database_is_busy(tmp_path: Path, error: Exception) -> None:
    with closing(open_database(tmp_path)) as database:
        games, door = LinkGames(LinkStore(database), retry_seconds=0.01), Reluctant()
        await games.start(door)
        clock = GameClock.of(0.05, 0)
        game, _, invitation = await games.add(Position.start(), 0, clock, "Ann", OPERATOR)
        await games.change(game.id, lambda game: game.taken(lock_of(invitation), "b", "Bo"))
        await games.change(game.id, lambda game: played(game, "4", games.now()))
        door.errors.append(error)
        with games.hub.listening(game.id, None, 0) as listener:
            state, _ = await listener.news(0)  # who is there
            while state is None:
                state, _ = await asyncio.wait_for(listener.news(60), 60)
        assert (await games.get(game.id)).is_over
