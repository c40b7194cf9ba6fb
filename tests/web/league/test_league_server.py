"""Caches of a league's server."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from enraya.game.position import Position
from enraya.league.rank.losses import OwnGame
from enraya.web.league.league_server import (
    LOOK_SECONDS,
    READ_SECONDS,
    JudgedGames,
    LeagueServer,
)
from enraya.web.server.solving.reviews import Reviews
from tests.web.league.running import open_server

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> list[float]:
    """A clock that stands at its only number."""
    return [1000.0]


@pytest.fixture
def server(tmp_path: Path, clock: list[float]) -> Iterator[LeagueServer]:
    with open_server(tmp_path / "ia", clock=lambda: clock[0]) as found:
        yield found


def test_a_recent_answer_is_cached_for_a_moment(clock: list[float], server: LeagueServer) -> None:
    numbers = count()
    for later, expected in ((LOOK_SECONDS, 0), (0.5, 0), (0.0, 1)):
        assert server.recent("a number", lambda: next(numbers)) == expected
        clock[0] += later
    assert server.recent("another", lambda: next(numbers)) == 2


async def test_a_slow_read_is_shared_by_simultaneous_requests(
    clock: list[float], server: LeagueServer
) -> None:
    numbers = count()

    for later, expected in ((READ_SECONDS, 0), (0.5, 0), (0.0, 1)):
        asked = (server.read_once("a number", lambda _: next(numbers)) for _ in range(3))
        assert await asyncio.gather(*asked) == [expected] * 3
        clock[0] += later


RULES = "classic(columns=5, rows=4)"
GAMES = [OwnGame(number, "random", 1, 1.0, "", 0, moves) for number, moves in ((4, "12"), (7, "5"))]
MARKS = {4: "==-", 7: "=="}


class Judge:
    """A perfect player that notes the games it is asked about."""

    def __init__(self) -> None:
        self.asked = list[str]()

    async def values(self, game: Position, opening: int, seconds: float) -> tuple[int | None, ...]:
        """A draw, and a loss after two moves."""
        del opening, seconds
        self.asked.append(game.moves)
        await asyncio.sleep(0)
        return (0, 0, -1)[: game.plies + 1]


def turns_of(server: LeagueServer, judge: Judge) -> JudgedGames:
    return JudgedGames(cast(Reviews, judge), server.store, server.storing)


async def judged(judged_games: JudgedGames, games: list[OwnGame]) -> dict[int, str]:
    """The games of team 1 once all are judged."""
    for _ in range(1000):
        found = await judged_games.of(1, games, RULES)
        if len(found) == len(games):
            return found
        await asyncio.sleep(0.001)
    raise AssertionError(found)


async def test_each_game_is_judged_once_and_kept_for_good(server: LeagueServer) -> None:
    first, second = Judge(), Judge()

    judged_games = turns_of(server, first)
    assert await judged_games.of(1, GAMES, RULES) == {}
    assert await judged(judged_games, GAMES) == MARKS
    assert await judged(judged_games, GAMES[1:]) == {7: MARKS[7]}
    again = turns_of(server, second)
    assert await again.of(1, GAMES, RULES) == MARKS
    assert await again.of(2, [], RULES) == {}
    assert (first.asked, second.asked) == (["12", "5"], [])


async def test_new_games_are_judged_and_excluded_ones_forgotten(
    server: LeagueServer,
) -> None:
    judge = Judge()

    judged_games = turns_of(server, judge)
    await judged(judged_games, GAMES[:1])
    assert await judged(judged_games, GAMES[1:]) == {7: MARKS[7]}
    assert server.store.published("turns 1") == {"7": MARKS[7]}
    assert judge.asked == ["12", "5"]
