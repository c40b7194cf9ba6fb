"""Reviews of games are made one after the other, and kept."""

import asyncio
import threading
from collections.abc import Iterator
from itertools import islice, product

import pytest

from enraya import Position
from enraya.solver import Review
from enraya.web.server.problems import TooBusy
from enraya.web.server.solving.analysis_schemas import GameReview
from enraya.web.server.solving.reviews import MOST_WAITING, Reviews
from enraya.web.server.solving.solver_service import SolverService

RULES = "classic(columns=4, rows=4)"
MOVES = map("".join, product("1234", repeat=3))
GAMES = [Position.parse(moves, RULES) for moves in islice(MOVES, MOST_WAITING + 1)]


@pytest.fixture
def reviews() -> Iterator[Reviews]:
    found = Reviews(4, seconds=600.0)  # however busy the machine is
    yield found
    found.close()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that the solver was asked about."""
    asked, review = list[str](), SolverService.review

    def noted(service: SolverService, game: Position, *arguments: object) -> Review:
        asked.append(game.moves)
        return review(service, game, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(SolverService, "review", noted)
    return asked


def test_a_review_is_made_once_however_many_ask(reviews: Reviews, made: list[str]) -> None:
    async def ask() -> list[GameReview]:
        return await asyncio.gather(*(reviews.of(GAMES[0], 0) for _ in range(3)))

    first, *others = asyncio.run(ask())
    assert first.complete
    assert others == [first] * 2
    assert made == ["111"]


def test_a_review_without_enough_time_is_made_again(made: list[str]) -> None:
    reviews = Reviews(4, seconds=0.0)
    game = Position.parse("4455", "classic(columns=8, rows=8)")

    async def ask() -> list[bool]:
        return [(await reviews.of(game, 0)).complete for _ in range(2)]

    assert asyncio.run(ask()) == [False, False]
    reviews.close()
    assert made == ["4455", "4455"]


def test_a_limited_number_of_games_waits_for_review(
    reviews: Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, review = threading.Event(), SolverService.review

    def late(service: SolverService, game: Position, *arguments: object) -> Review:
        release.wait(60)
        return review(service, game, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(SolverService, "review", late)

    one, *others = GAMES

    async def ask() -> None:
        waiting = [asyncio.ensure_future(reviews.of(game, 0)) for game in others]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await reviews.of(one, 0)
        release.set()
        await asyncio.gather(*waiting)
        assert (await reviews.of(one, 0)).complete

    asyncio.run(ask())
