"""The perfect agent: which of equal moves it plays, and how it keeps a limit."""

from time import perf_counter

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.perfect import _rest
from enraya.game.position import Position
from tests.agents.players.timing import tells_its_seconds

LOST = Position.parse("44455554221")
"""Every move loses alike, and only column 3 stops a win in one."""


def test_of_equal_moves_it_plays_the_one_that_blocks() -> None:
    choice = parse_agent("perfect").choose(LOST, Limit())
    assert (choice.move, choice.score) == (3, -15)
    assert [column["score"] for column in choice.columns] == [-15] * 7


def test_of_equal_moves_it_plays_any_if_asked_to() -> None:
    moves = {parse_agent("perfect(ties=random)", n).choose(LOST, Limit()).move for n in range(30)}
    assert moves == {1, 2, 3, 4, 5, 6, 7}


def test_what_solving_has_taken_is_not_there_for_searching() -> None:
    start = Position.start("classic(columns=8, rows=8)")
    choice = parse_agent("perfect").choose(start, Limit(nodes=40_000))
    assert choice.nodes is not None
    assert 10_000 < choice.nodes < 25_000


@pytest.mark.parametrize(
    ("nodes", "share", "left"), [(30, 0.5, 20), (50, 0.5, 0), (80, 0.5, 0), (30, 1.0, 70)]
)
def test_nodes_are_left_of_a_share_of_the_limit(nodes: int, share: float, left: int) -> None:
    assert _rest(Limit(nodes=100), 0.0, nodes, share) == Limit(nodes=left)


def test_time_is_left_of_a_share_of_the_limit() -> None:
    rest = _rest(Limit(seconds=1000.0), perf_counter() - 100.0, 0)
    assert rest is not None
    assert rest.seconds is not None
    assert 0 < rest.seconds <= 400.0
    assert _rest(Limit(seconds=100.0), perf_counter() - 100.0, 0) == Limit(seconds=0.0)


def test_without_a_limit_there_is_no_rest() -> None:
    assert _rest(Limit(), 0.0, 5) is None
    assert _rest(Limit(depth=3), 0.0, 5) is None


def test_it_says_how_long_it_took() -> None:
    assert tells_its_seconds("perfect")


def test_it_plays_the_fastest_win() -> None:
    assert parse_agent("perfect").choose(Position.parse("443355"), Limit()).move in (2, 6)
