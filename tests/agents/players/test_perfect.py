"""The perfect agent: its choice among equal moves, and its limit."""

from enraya.agents import Limit, parse_agent
from enraya.game.position import Position

LOST = Position.parse("44455554221")
"""Every move loses alike, and only column 3 stops a win in one."""


def test_of_equal_moves_it_plays_the_one_that_blocks() -> None:
    choice = parse_agent("perfect").choose(LOST, Limit())
    assert (choice.move, choice.score) == (3, -15)
    assert [column["score"] for column in choice.columns] == [-15] * 7


def test_the_choice_among_equal_moves_can_be_random() -> None:
    moves = {parse_agent("perfect(ties=random)", n).choose(LOST, Limit()).move for n in range(30)}
    assert moves == {1, 2, 3, 4, 5, 6, 7}


def test_nodes_spent_on_solving_are_not_available_for_searching() -> None:
    start = Position.start("classic(columns=8, rows=8)")
    choice = parse_agent("perfect").choose(start, Limit(nodes=40_000))
    assert choice.nodes is not None
    assert 10_000 < choice.nodes < 25_000
