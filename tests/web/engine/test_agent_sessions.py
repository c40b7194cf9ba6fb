"""Uploaded agents wait for their next move, but not for ever."""

from pathlib import Path

import pytest

from enraya.agents import Limit
from enraya.agents.isolated import IsolatedAgent
from enraya.game.position import Position
from enraya.isolation.faults import AgentFault
from enraya.web.engine import agent_sessions as seats
from enraya.web.engine.agent_sessions import Seat, Seats


def seat(game: str) -> Seat:
    return Seat(game, 1, "upload(x)")


def is_alive(agent: IsolatedAgent) -> bool:
    try:
        agent.choose(Position.start(), Limit(seconds=5))
    except AgentFault:
        return False
    return True


@pytest.fixture
def agent(tmp_path: Path) -> IsolatedAgent:
    """An agent of a visitor."""
    path = tmp_path / "mine.py"
    path.write_text("def choose(position, limit):\n    return 1\n")
    return IsolatedAgent(f"file:{path}")


def test_an_agent_goes_on_with_its_game_only(agent: IsolatedAgent) -> None:
    waiting = Seats()
    waiting.keep(seat("a"), "4", agent)
    assert waiting.take(seat("b"), "41") is None
    assert waiting.take(seat("a"), "41") is agent
    assert waiting.take(seat("a"), "41") is None
    assert is_alive(agent)
    waiting.keep(seat("a"), "4", agent)
    assert waiting.take(seat("a"), "31") is None
    assert not is_alive(agent)


def test_only_so_many_wait(agent: IsolatedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MOST", 1)
    waiting = Seats()
    waiting.keep(seat("a"), "", agent)
    other = IsolatedAgent(agent.name)
    waiting.keep(seat("b"), "", other)
    assert not is_alive(agent)
    assert waiting.take(seat("b"), "") is other
    other.close()


def test_nobody_waits_too_long(agent: IsolatedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "PATIENCE_SECONDS", 0.0)
    waiting = Seats()
    waiting.keep(seat("a"), "", agent)
    assert not is_alive(agent)
    assert waiting.take(seat("a"), "") is None


def test_all_end_with_the_laboratory(agent: IsolatedAgent) -> None:
    waiting = Seats()
    waiting.keep(seat("a"), "", agent)
    waiting.close()
    assert not is_alive(agent)
