"""Agents made from specifications, and their seeds."""

import pytest

from enraya.agents import Limit, parse_agent
from enraya.errors import InvalidSetting
from enraya.game.position import Position


def test_a_seed_in_the_specification_overrides_the_argument() -> None:
    start = Position.start()
    games = {
        tuple(agent.choose(start, Limit()).move for _ in range(20))
        for agent in (parse_agent("random(seed=3)", 1), parse_agent("random", 3))
    }
    assert len(games) == 1
    parse_agent(f"random(seed={2**63 - 1})")
    with pytest.raises(InvalidSetting, match="seed must be from 0"):
        parse_agent(f"random(seed={2**63})")


def test_agents_without_a_seed_differ() -> None:
    start = Position.start()
    games = [parse_agent("random") for _ in range(2)]
    first, second = ([agent.choose(start, Limit()).move for _ in range(50)] for agent in games)
    assert first != second
