"""What games were worth is found out once, and kept."""

import asyncio
from pathlib import Path
from typing import cast

from enraya.game.position import Position
from enraya.league.rank.losses import OwnGame
from enraya.web.league.judged_games import JudgedGames
from enraya.web.league.league_server import LeagueServer
from enraya.web.server.solving.reviews import Reviews
from tests.web.league.running import open_server

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
    """What is known of the games of team 1 once all are judged."""
    for _ in range(1000):
        found = await judged_games.of(1, games, RULES)
        if len(found) == len(games) and not judged_games._tasks:
            return found
        await asyncio.sleep(0.001)
    raise AssertionError(found)


def test_each_game_is_judged_once_and_kept_for_good(tmp_path: Path) -> None:
    first, second = Judge(), Judge()

    async def ask() -> None:
        judged_games = turns_of(server, first)
        assert await judged_games.of(1, GAMES, RULES) == {}
        assert await judged(judged_games, GAMES) == MARKS
        assert await judged(judged_games, GAMES[1:]) == {7: MARKS[7]}
        again = turns_of(server, second)
        assert await again.of(1, GAMES, RULES) == MARKS
        assert await again.of(2, [], RULES) == {}

    with open_server(tmp_path / "ia") as server:
        asyncio.run(ask())
    assert (first.asked, second.asked) == (["12", "5"], [])


def test_a_game_that_is_new_is_judged_and_one_that_no_longer_counts_forgotten(
    tmp_path: Path,
) -> None:
    judge = Judge()

    async def ask() -> None:
        judged_games = turns_of(server, judge)
        await judged(judged_games, GAMES[:1])
        assert await judged(judged_games, GAMES[1:]) == {7: MARKS[7]}
        assert server.store.published("turns 1") == {"7": MARKS[7]}

    with open_server(tmp_path / "ia") as server:
        asyncio.run(ask())
    assert judge.asked == ["12", "5"]
