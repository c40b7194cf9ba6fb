"""What the server of a league keeps for a moment, tells, and counts."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from enraya.web.league.league_server import (
    LOOK_SECONDS,
    READ_SECONDS,
    LeagueServer,
)
from tests.web.league.running import open_server


@pytest.fixture
def clock() -> list[float]:
    """A clock that stands at its only number."""
    return [1000.0]


@pytest.fixture
def server(tmp_path: Path, clock: list[float]) -> Iterator[LeagueServer]:
    with open_server(tmp_path / "ia") as found:
        yield replace(found, clock=lambda: clock[0])


def test_what_was_found_is_shown_for_a_moment(clock: list[float], server: LeagueServer) -> None:
    numbers = count()

    def look() -> int:
        return server.recent("a number", lambda: next(numbers))

    assert look() == 0
    clock[0] += LOOK_SECONDS
    assert look() == 0
    clock[0] += 0.5
    assert look() == 1
    assert server.recent("another", lambda: next(numbers)) == 2


def test_what_takes_longer_is_read_once_for_a_whole_class(
    clock: list[float], server: LeagueServer
) -> None:
    numbers = count()

    async def ask() -> list[int]:
        asked = (server.read_once("a number", lambda _: next(numbers)) for _ in range(3))
        return await asyncio.gather(*asked)

    async def look() -> None:
        assert await ask() == [0, 0, 0]
        clock[0] += READ_SECONDS
        assert await ask() == [0, 0, 0]
        clock[0] += 0.5
        assert await ask() == [1, 1, 1]

    asyncio.run(look())
