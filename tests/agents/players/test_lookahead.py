"""What the searches of a fixed depth share."""

import pytest

from enraya.agents.players.lookahead import middle_move, move_at, thinking_time
from enraya.game.position import Position


@pytest.mark.parametrize(
    ("seconds", "thinking"), [(0.0, 0.0), (0.01, 0.0095), (0.04, 0.038), (10.0, 9.998)]
)
def test_an_answer_is_ready_a_little_before_it_is_due(seconds: float, thinking: float) -> None:
    assert thinking_time(seconds) == pytest.approx(thinking)


def test_places_are_the_columns_and_then_the_explosion() -> None:
    start = Position.start("boom")
    assert [move_at(start, place) for place in (0, 6, 7)] == [1, 7, "B"]


@pytest.mark.parametrize(
    ("moves", "rules", "move"),
    [("", "classic", 4), ("", "classic(columns=8)", 4), ("444444", "classic", 3)],
)
def test_the_middle_is_the_nearest_open_column(moves: str, rules: str, move: int) -> None:
    assert middle_move(Position.parse(moves, rules)) == move
