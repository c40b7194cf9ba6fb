"""The clock of an agent's process."""

import pytest

from enraya.agents.isolated.process import AgentProcess
from enraya.isolation.allowance import Allowance
from enraya.limit import Limit

ALLOWANCE = Allowance(seconds=60.0, reserve_seconds=2.0)


def test_the_clock_of_the_game_counts_for_one_move() -> None:
    process = AgentProcess(ALLOWANCE)
    process.tell_clock(0.0)
    assert process.take_allowed(Limit(seconds=1.0)) == 0.0
    assert process.take_allowed(Limit(seconds=1.0)) == 3.0


def test_a_move_without_a_time_has_that_of_the_allowance() -> None:
    process = AgentProcess(ALLOWANCE)
    assert process.take_allowed(Limit(nodes=5)) == 60.0
    process.spend(Limit(nodes=5), 50.0)
    assert process.take_allowed(Limit(seconds=1.0)) == 3.0


@pytest.mark.parametrize(("took", "left"), [(0.5, 2.0), (2.5, 0.5), (9.0, 0.0)])
def test_what_a_move_takes_beyond_its_limit_is_taken_from_the_reserve(
    took: float, left: float
) -> None:
    process = AgentProcess(ALLOWANCE)
    process.spend(Limit(seconds=1.0), took)
    assert process.take_allowed(Limit(seconds=1.0)) == 1.0 + left
