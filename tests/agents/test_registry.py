"""How the text of an agent becomes an agent."""

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.guided import GuidedAgent
from enraya.agents.players.mcts import MctsAgent
from enraya.agents.players.search import SearchAgent
from enraya.errors import InvalidSetting
from enraya.game.position import Position


@pytest.mark.parametrize(
    ("text", "seconds", "iterations"),
    [
        ("mcts", 1.0, None),
        ("mcts(published=true)", 2.0, None),
        ("mcts(iterations=5)", None, 5),
        ("mcts(seconds=3)", 3.0, None),
        ("mcts(seconds=3, iterations=5)", 3.0, 5),
        ("mcts(eval=learned(ntuple))", 1.0, None),
    ],
)
def test_a_tree_search_without_a_limit_takes_a_second(
    text: str, seconds: float | None, iterations: int | None
) -> None:
    agent = parse_agent(text)
    assert isinstance(agent, MctsAgent | GuidedAgent)
    assert (agent.seconds, agent.iterations) == (seconds, iterations)


@pytest.mark.parametrize(
    ("text", "heuristic"),
    [
        ("search", None),
        ("search(nodes=5)", None),
        ("search(depth=3)", "threats"),
        ("search(depth=3, eval=rivest)", "rivest"),
        ("search(nodes=5, eval=rivest)", "rivest"),
    ],
)
def test_a_search_of_a_given_depth_values_by_threats_unless_told_otherwise(
    text: str, heuristic: str | None
) -> None:
    agent = parse_agent(text)
    assert isinstance(agent, SearchAgent)
    assert (agent.heuristic and agent.heuristic.name) == heuristic


def test_a_seed_in_the_text_comes_before_the_one_given() -> None:
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
