"""Agents that move for clients and are kept a while for their next move."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.isolated import IsolatedAgent
from enraya.agents.text.spec import parse_spec
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.stopping import Stop
from enraya.texts import Sentence
from enraya.web.laboratory.thinking.agent_turns import (
    PATIENCE_SECONDS,
    AgentFailed,
    AgentPlace,
    AgentSessions,
    SessionKey,
    think,
)
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents
from enraya.web.server.problems import Cancelled


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
    return IsolatedAgent(parse_spec(f"file:{path}"))


def test_a_kept_agent_continues_only_its_own_game(agent: IsolatedAgent) -> None:
    waiting = AgentSessions()
    waiting.keep(key("a"), "4", agent)
    assert waiting.take(key("b"), "41") is None
    assert waiting.take(key("a"), "41") is agent
    assert waiting.take(key("a"), "41") is None
    assert is_alive(agent)
    waiting.keep(key("a"), "4", agent)
    assert waiting.take(key("a"), "31") is None
    assert not is_alive(agent)


def test_the_number_of_kept_agents_is_limited_and_all_end_with_the_laboratory(
    agent: IsolatedAgent,
) -> None:
    waiting = AgentSessions(most=1)
    waiting.keep(key("a"), "", agent)
    other = IsolatedAgent(parse_spec(agent.name))
    waiting.keep(key("b"), "", other)
    assert not is_alive(agent)
    assert waiting.take(key("b"), "") is other
    waiting.keep(key("b"), "", other)
    waiting.close()
    assert not is_alive(other)


def test_a_kept_agent_waits_for_its_time_and_then_ends(agent: IsolatedAgent) -> None:
    now = [1000.0]
    waiting = AgentSessions(clock=lambda: now[0])
    waiting.keep(key("a"), "", agent)
    now[0] += PATIENCE_SECONDS - 1
    assert waiting.take(key("a"), "") is agent
    waiting.keep(key("a"), "", agent)
    now[0] += PATIENCE_SECONDS
    waiting.dismiss_late()
    assert not is_alive(agent)
    assert waiting.take(key("a"), "") is None


def test_agents_end_with_their_games() -> None:
    waiting, agents = AgentSessions(), [parse_agent("random") for _ in range(3)]
    for game, agent in zip("abc", agents, strict=True):
        waiting.keep(key(game), "", agent)
    waiting.end_games(["a", "c"])
    assert [waiting.take(key(game), "") for game in "abc"] == [None, agents[1], None]


ALLOWED = cast(AllowedAgents, SimpleNamespace(make=lambda text, seed, _: parse_agent(text, seed)))
KEY = SessionKey("game", 1, "script(4114)")


def move_of(waiting: AgentSessions, position: Position, stop: Stop) -> int:
    """The move of an agent, which may be kept for its next one."""
    place = AgentPlace(waiting, KEY)
    return int(think(ALLOWED, KEY.agent, 1, position, 1.0, stop, place).move)


@pytest.mark.parametrize(("moves", "is_kept"), [("", True), ("414141", False)])
def test_an_agent_is_kept_only_if_it_has_another_move(moves: str, is_kept: bool) -> None:
    waiting, position = AgentSessions(), Position.parse(moves)
    assert move_of(waiting, position, Stop()) == 4
    assert (waiting.take(KEY, position.play(4).moves) is not None) == is_kept


def test_a_kept_agent_plays_on() -> None:
    waiting = AgentSessions()
    assert [move_of(waiting, Position.parse(moves), Stop()) for moves in ("", "47")] == [4, 1]


def test_an_agent_whose_move_is_no_longer_wanted_is_not_kept() -> None:
    waiting, stop = AgentSessions(), Stop()
    stop.set()
    with pytest.raises(Cancelled):
        move_of(waiting, Position.start(), stop)
    assert waiting.take(KEY, "4") is None


def test_every_known_fault_has_a_text_in_every_language() -> None:
    known = AgentFailed(AgentFault(Termination.CRASH, Sentence("fault.exit_code", code=3)))
    assert known.content()["values"]["why"]["key"] == "fault.exit_code"
    own = AgentFailed(AgentFault(Termination.EXCEPTION, "its own words"))
    assert own.content()["values"]["why"] == "its own words"
