"""Reviews of games are made one after the other, and kept."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import islice, product

import pytest

from enraya import Position
from enraya.solver import Review
from enraya.web.server.problems import TooBusy
from enraya.web.server.solving.reviews import MOST_WAITING, Reviews
from enraya.web.server.solving.solver_service import SolverService

pytestmark = pytest.mark.anyio

RULES = "classic(columns=4, rows=4)"
MOVES = map("".join, product("1234", repeat=3))
Asked = tuple[list[str], threading.Event]
GAMES = [Position.parse(moves, RULES) for moves in islice(MOVES, MOST_WAITING + 1)]


@pytest.fixture
def reviews() -> Iterator[Reviews]:
    with closing(Reviews(4, seconds=600.0)) as found:  # however busy the machine is
        yield found


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The games that the solver was asked about, and what it waits for before it answers."""
    asked, release, review = list[str](), threading.Event(), SolverService.review
    release.set()

    def noted(service: SolverService, game: Position, *arguments: object) -> Review:
        asked.append(game.moves)
        release.wait(60)
        return review(service, game, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(SolverService, "review", noted)
    return asked, release


async def test_simultaneous_requests_share_one_review(reviews: Reviews, solver: Asked) -> None:
    first, *others = await asyncio.gather(*(reviews.of(GAMES[0], 0) for _ in range(3)))
    assert first.complete
    assert others == [first] * 2
    assert solver[0] == ["111"]


async def test_a_review_without_enough_time_is_made_again(solver: Asked) -> None:
    reviews = Reviews(4, seconds=0.0)
    game = Position.parse("4455", "classic(columns=8, rows=8)")

    assert [(await reviews.of(game, 0)).complete for _ in range(2)] == [False, False]
    reviews.close()
    assert solver[0] == ["4455", "4455"]


async def test_a_limited_number_of_games_can_wait_for_review(
    reviews: Reviews, solver: Asked
) -> None:
    _, release = solver
    release.clear()
    one, *others = GAMES

    waiting = [asyncio.ensure_future(reviews.of(game, 0)) for game in others]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await reviews.of(one, 0)
    release.set()
    await asyncio.gather(*waiting)
    assert (await reviews.of(one, 0)).complete
