"""Agents in ordinary processes, as they run where there is no sandbox."""

import os
from pathlib import Path

import pytest

from enraya.agents.isolated import process
from enraya.agents.isolated.agent import IsolatedAgent, make_isolated
from enraya.agents.text.spec import parse_spec
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation import Allowance, launcher
from enraya.isolation.faults import AgentFault
from enraya.isolation.plain_conversation import PlainConversation
from enraya.limit import Limit

START = Position.start()
PATIENT = Limit(seconds=60)
ENDLESS = "while True: pass"


@pytest.fixture(autouse=True)
def _no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (process, launcher):
        monkeypatch.setattr(module, "HAS_SANDBOX", False)


def agent_of(body: str, folder: Path, **allowed: float) -> IsolatedAgent:
    """The agent whose function has this body."""
    file = folder / "mine.py"
    file.write_text(f"import os, sys\ndef choose(position, limit):\n    {body}\n")
    return IsolatedAgent(parse_spec(f"file:{file}"), allowance=Allowance(**allowed))  # type: ignore[arg-type]


def test_an_agent_plays_and_its_prints_are_not_taken_for_answers(tmp_path: Path) -> None:
    with agent_of("print('{}'); assert not sys.stdin.read(); return 4", tmp_path) as agent:
        assert agent.choose(START, PATIENT).move == 4
        assert agent.choose(START.play(4), PATIENT).move == 4


@pytest.mark.parametrize(
    ("body", "limit", "termination", "words"),
    [
        (ENDLESS, Limit(seconds=0.1), Termination.TIMEOUT, "no answer in"),
        ("while True: print('x' * 1000)", PATIENT, Termination.OUTPUT, "1,000,000 bytes"),
        ("raise ValueError('sorry')", PATIENT, Termination.EXCEPTION, "sorry"),
        ("return 9", PATIENT, Termination.ILLEGAL_MOVE, "9"),
        ("print('bye', flush=True); os._exit(3)", PATIENT, Termination.CRASH, "3.*bye"),
    ],
)
def test_an_agent_that_breaks_the_rules_loses_the_game(
    body: str, limit: Limit, termination: Termination, words: str, tmp_path: Path
) -> None:
    with agent_of(body, tmp_path) as agent, pytest.raises(AgentFault, match=words) as caught:
        agent.choose(START, limit)
    assert caught.value.termination is termination


@pytest.mark.slow
def test_an_agent_ends_with_its_game(tmp_path: Path) -> None:
    note = tmp_path / "number"
    body = f"open({str(note)!r}, 'w').write(str(os.getpid())); {ENDLESS}"
    body = body.replace("; while", "\n    while")
    with agent_of(body, tmp_path) as agent, pytest.raises(AgentFault):
        agent.choose(START, Limit(seconds=5))
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_an_endless_agent_ends_with_the_game_that_asked_it(tmp_path: Path) -> None:
    agent = agent_of("return 4", tmp_path)
    agent.choose(START, PATIENT)
    conversation = agent._process.conversation
    assert isinstance(conversation, PlainConversation)
    process = conversation._process
    assert process.stdin is not None
    process.stdin.close()  # as if the game had been killed
    assert process.wait(60) == 0
    agent.close()


def test_programs_need_linux() -> None:
    program = parse_spec("program:yes")
    with make_isolated(program) as agent, pytest.raises(InvalidSetting, match="need Linux"):
        agent.choose(START, PATIENT)
