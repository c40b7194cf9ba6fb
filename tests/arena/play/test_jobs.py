"""What a worker plays before it hands in its games."""

import pytest

from enraya.arena.plan.pairing import Pairing
from enraya.arena.play.jobs import GameJob, Order, play_job
from enraya.arena.play.play import Terms

ORDERS = tuple(
    Order(Pairing(0, 1, number), ("script(1111)", "script(2222)"), "", number)
    for number in range(5)
)


@pytest.mark.parametrize("times", [(0.0, 0.05, 0.1, 0.11, 9.0), (1000.0, 1000.05, 1000.09, 1000.2)])
def test_games_are_handed_in_when_a_tenth_of_a_second_has_passed(
    times: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = iter(times)
    monkeypatch.setattr("enraya.arena.play.jobs.perf_counter", lambda: next(hands))
    result = play_job(GameJob("classic", Terms(), 0, ORDERS))
    assert [row.pairing for row in result.rows] == [order.pairing for order in ORDERS[:3]]
    assert result.unplayed == [order.pairing for order in ORDERS[3:]]
