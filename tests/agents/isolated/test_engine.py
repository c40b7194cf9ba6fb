"""An agent of enraya at the other end of the lines."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.agents import Choice
from enraya.agents.isolated.engine import (
    EngineQuestion,
    answer_questions,
    parse_question,
    read_questions,
)
from enraya.agents.isolated.lines import json_question, plain_question
from enraya.errors import EnrayaError, IllegalMove, InvalidNotation
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.rules import parse_rules
from tests.strategies import RULES, positions

CLASSIC = parse_rules("classic")
LIMITS = st.builds(
    Limit,
    st.none() | st.floats(0, 1e6),
    st.none() | st.integers(1, 10**15),
    st.none() | st.integers(1, 64),
)


@given(st.sampled_from(RULES).flatmap(positions), LIMITS, st.none() | st.floats(0, 60))
def test_a_question_is_read_back_from_either_line(
    position: Position, limit: Limit, reserve: float | None
) -> None:
    line = json_question(position, limit, reserve).decode()
    assert parse_question(line, position.rules, Limit()) == (position, limit, reserve)
    plain = plain_question(position).decode().strip()
    assert parse_question(plain, position.rules, limit) == (position, limit, None)


@given(st.text(max_size=40) | st.builds("{{{}".format, st.text(max_size=20)))
def test_any_line_is_a_question_or_refused_in_a_sentence(line: str) -> None:
    with suppress(EnrayaError):
        assert parse_question(line, CLASSIC, Limit()).position.rules == CLASSIC


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("44x", "'x' is not a move"),
        ("4444444", "column 4 is full"),
        ("{", "is not JSON"),
        ("{}", "has no moves"),
        ('{"moves": 4}', "has no moves"),
        ('{"moves": "8"}', "'8' is not a move"),
        ('{"moves": "4", "rules": "boom"}', "the question is about 'boom', but this game is"),
        ('{"moves": "", "seconds": "1"}', "'seconds' must be a number of seconds or null"),
        ('{"moves": "", "seconds": NaN}', "'seconds' must be a number of seconds or null"),
        ('{"moves": "", "seconds": -0.1}', "'seconds' must be a number of seconds or null"),
        ('{"moves": "", "seconds": Infinity}', "'seconds' must be a number of seconds or null"),
        ('{"moves": "", "reserve": true}', "'reserve' must be a number of seconds or null"),
        ('{"moves": "", "nodes": 0}', "'nodes' must be a whole number above 0 or null"),
        ('{"moves": "", "depth": true}', "'depth' must be a whole number above 0 or null"),
        ('{"moves": "", "rules": 3}', "the question is about 3, but this game is 'classic'"),
        ('{"moves": "", "nodes": 1.5}', "'nodes' must be a whole number above 0 or null"),
    ],
)
def test_a_bad_line_is_named_with_its_number(line: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        list(read_questions(["", line], CLASSIC, Limit(), only_json=False))
    assert str(caught.value).startswith("line 2: ")
    assert sentence in str(caught.value)


def test_a_question_may_have_no_time_and_one_node() -> None:
    line = '{"moves": "", "seconds": 0, "reserve": 0, "nodes": 1, "depth": 1}'
    assert parse_question(line, CLASSIC, Limit()) == (Position.start(), Limit(0, 1, 1), 0)


def test_moves_are_passed_over_where_the_same_question_follows_as_json() -> None:
    lines = ["44\n", json.dumps({"moves": "44"})]
    found = list(read_questions(lines, CLASSIC, Limit(), only_json=True))
    assert found == [EngineQuestion(Position.parse("44"), Limit(), None)]


class Listener:
    """An agent that notes what it is told."""

    name = "listener"

    def __init__(self) -> None:
        self.told: list[object] = []

    def tell_clock(self, seconds: float) -> None:
        """Notes the time."""
        self.told.append(seconds)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Notes the limit; plays on the right."""
        self.told.append(limit)
        return Choice(position.legal_moves[-1])


def test_an_agent_hears_its_limit_and_after_what_time_its_move_is_lost() -> None:
    agent, answers = Listener(), list[str]()
    limit = Limit(seconds=2.0, depth=3)
    start = Position.start("classic(columns=12, rows=5)")
    asked = [
        EngineQuestion(start, limit, 0.5),
        EngineQuestion(start, Limit()),
        EngineQuestion(start, limit),
        EngineQuestion(start, Limit(), 0.5),
    ]
    answer_questions(agent, asked, answers.append)
    assert agent.told == [2.5, limit, Limit(), limit, Limit()]
    assert answers == ["c"] * 4


def test_a_game_that_is_over_has_no_move() -> None:
    over = Position.parse("1212121")
    with pytest.raises(IllegalMove, match="the game '1212121' is over"):
        answer_questions(Listener(), [EngineQuestion(over, Limit())], print)
