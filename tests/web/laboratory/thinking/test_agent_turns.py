"""Agents move for clients, and wait for their next move, but not forever."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.isolated import IsolatedAgent
from enraya.agents.players.perfect import PerfectAgent
from enraya.agents.text.spec import parse_spec
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.stopping import Stop
from enraya.texts import Sentence
from enraya.web.laboratory.laboratory import Laboratory
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
from enraya.web.server.settings import ServerSettings


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


def test_only_a_given_number_wait(agent: IsolatedAgent) -> None:
    waiting = AgentSessions(most=1)
    waiting.keep(key("a"), "", agent)
    other = IsolatedAgent(parse_spec(agent.name))
    waiting.keep(key("b"), "", other)
    assert not is_alive(agent)
    assert waiting.take(key("b"), "") is other
    other.close()


def test_an_agent_waits_as_long_as_it_may_and_then_ends(agent: IsolatedAgent) -> None:
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


def test_all_end_with_the_laboratory(agent: IsolatedAgent) -> None:
    waiting = AgentSessions()
    waiting.keep(key("a"), "", agent)
    waiting.close()
    assert not is_alive(agent)


@pytest.fixture
def laboratory(tmp_path: Path) -> Iterator[Laboratory]:
    """A laboratory that nobody visits."""
    found = Laboratory(ServerSettings(store=tmp_path, workers=1, table_mb=4))
    yield found
    found.close()


LATE = "2252576253462244111563365343671351441"
MINE = SessionKey("a", Position.parse(LATE).mover, "perfect")


def choose(laboratory: Laboratory, position: Position, stop: Stop) -> Position:
    """The position after the move of a perfect player."""
    session = AgentPlace(laboratory.waiting_agents, MINE)
    choice = think(laboratory.allowed, MINE.agent, 1, position, 30.0, stop, session)
    return position.play(choice.move)


def test_a_perfect_player_is_made_once_for_a_game(laboratory: Laboratory) -> None:
    after = choose(laboratory, Position.parse(LATE), Stop())
    player = laboratory.waiting_agents.take(MINE, after.moves)
    assert isinstance(player, PerfectAgent)
    solver = player._solver
    laboratory.waiting_agents.keep(MINE, after.moves, player)
    later = choose(laboratory, after.play(after.legal_moves[0]), Stop())
    assert laboratory.waiting_agents.take(MINE, later.moves) is player
    assert player._solver is solver


def test_nobody_waits_after_the_end_of_a_game(laboratory: Laboratory) -> None:
    end = choose(laboratory, Position.parse("112233"), Stop())
    assert end.is_over
    assert laboratory.waiting_agents.take(MINE, end.moves) is None


def test_an_agent_whose_move_nobody_wants_does_not_wait(laboratory: Laboratory) -> None:
    stop, position = Stop(), Position.parse(LATE)
    stop.set()
    with pytest.raises(Cancelled):
        choose(laboratory, position, stop)
    for move in position.legal_moves:
        assert laboratory.waiting_agents.take(MINE, position.play(move).moves) is None


ALLOWED = cast(AllowedAgents, SimpleNamespace(make=lambda text, seed, _: parse_agent(text, seed)))
KEY = SessionKey("game", 1, "script(4114)")


@pytest.mark.parametrize(("moves", "is_kept"), [("", True), ("414141", False)])
def test_an_agent_stays_for_its_next_move_if_there_is_one(moves: str, is_kept: bool) -> None:
    waiting, position = AgentSessions(), Position.parse(moves)
    choice = think(ALLOWED, KEY.agent, 1, position, 1.0, Stop(), AgentPlace(waiting, KEY))
    assert choice.move == 4
    assert (waiting.take(KEY, position.play(4).moves) is not None) == is_kept


def test_an_agent_that_stayed_plays_on() -> None:
    waiting, position = AgentSessions(), Position.start()
    for expected in (4, 1):
        choice = think(ALLOWED, KEY.agent, 1, position, 1.0, Stop(), AgentPlace(waiting, KEY))
        assert choice.move == expected
        position = position.play(choice.move).play(7)


def test_an_agent_without_a_game_makes_one_move() -> None:
    assert think(ALLOWED, "script(4)", 1, Position.start(), 1.0, Stop()).move == 4


def test_a_fault_that_is_known_has_words_in_every_language() -> None:
    known = AgentFailed(AgentFault(Termination.CRASH, Sentence("fault.exit_code", code=3)))
    assert known.content()["values"]["why"]["key"] == "fault.exit_code"
    own = AgentFailed(AgentFault(Termination.EXCEPTION, "its own words"))
    assert own.content()["values"]["why"] == "its own words"
