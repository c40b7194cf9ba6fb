"""What an agent's turn leaves behind."""

from types import SimpleNamespace
from typing import cast

import pytest

from enraya import Position
from enraya.agents import parse_agent
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.stopping import Stop
from enraya.texts import Sentence
from enraya.web.laboratory.thinking.agent_sessions import AgentSessions, SessionKey
from enraya.web.laboratory.thinking.agent_turn import AgentFailed, AgentPlace, think
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents

ROSTER = cast(AllowedAgents, SimpleNamespace(make=lambda text, seed, _: parse_agent(text, seed)))
KEY = SessionKey("game", 1, "script(4114)")


@pytest.mark.parametrize(("moves", "is_kept"), [("", True), ("414141", False)])
def test_an_agent_stays_for_its_next_move_if_there_is_one(moves: str, is_kept: bool) -> None:
    waiting, position = AgentSessions(), Position.parse(moves)
    choice = think(ROSTER, KEY.agent, 1, position, 1.0, Stop(), AgentPlace(waiting, KEY))
    assert choice.move == 4
    assert (waiting.take(KEY, position.play(4).moves) is not None) == is_kept


def test_an_agent_that_stayed_plays_on() -> None:
    waiting, position = AgentSessions(), Position.start()
    for expected in (4, 1):
        choice = think(ROSTER, KEY.agent, 1, position, 1.0, Stop(), AgentPlace(waiting, KEY))
        assert choice.move == expected
        position = position.play(choice.move).play(7)


def test_an_agent_without_a_game_makes_one_move() -> None:
    assert think(ROSTER, "script(4)", 1, Position.start(), 1.0, Stop()).move == 4


def test_a_fault_that_is_known_has_words_in_every_language() -> None:
    known = AgentFailed(AgentFault(Termination.CRASH, Sentence("fault.exit_code", code=3)))
    assert known.content()["values"]["why"]["key"] == "fault.exit_code"
    own = AgentFailed(AgentFault(Termination.EXCEPTION, "its own words"))
    assert own.content()["values"]["why"] == "its own words"
