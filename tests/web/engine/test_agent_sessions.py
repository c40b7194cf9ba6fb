"""Uploaded agents wait for their next move, but not for ever."""

from pathlib import Path

import pytest

from enraya.agents import Limit
from enraya.agents.isolated import IsolatedAgent
from enraya.game.position import Position
from enraya.isolation.faults import AgentFault
from enraya.web.engine import agent_sessions as sessions
from enraya.web.engine.agent_sessions import AgentSessions, SessionKey


def key(game: str) -> SessionKey:
    return SessionKey(game, 1, "upload(x)")


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
    waiting = AgentSessions()
    waiting.keep(key("a"), "4", agent)
    assert waiting.take(key("b"), "41") is None
    assert waiting.take(key("a"), "41") is agent
    assert waiting.take(key("a"), "41") is None
    assert is_alive(agent)
    waiting.keep(key("a"), "4", agent)
    assert waiting.take(key("a"), "31") is None
    assert not is_alive(agent)


def test_only_so_many_wait(agent: IsolatedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 1)
    waiting = AgentSessions()
    waiting.keep(key("a"), "", agent)
    other = IsolatedAgent(agent.name)
    waiting.keep(key("b"), "", other)
    assert not is_alive(agent)
    assert waiting.take(key("b"), "") is other
    other.close()


def test_nobody_waits_too_long(agent: IsolatedAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PATIENCE_SECONDS", 0.0)
    waiting = AgentSessions()
    waiting.keep(key("a"), "", agent)
    assert not is_alive(agent)
    assert waiting.take(key("a"), "") is None


def test_all_end_with_the_laboratory(agent: IsolatedAgent) -> None:
    waiting = AgentSessions()
    waiting.keep(key("a"), "", agent)
    waiting.close()
    assert not is_alive(agent)
