"""The lines between a game and a program: questions, and valid and broken answers."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from enraya.agents import Choice
from enraya.agents.isolated.lines import (
    LONGEST_ANSWER,
    EngineQuestion,
    answer_questions,
    json_question,
    parse_question,
    plain_question,
    read_answer,
    read_questions,
)
from enraya.errors import InvalidNotation
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.limit import Limit
from enraya.rules import parse_rules
from enraya.texts import Sentence
from tests.strategies import RULES, positions

START = Position.start()
WIDE = Position.start("classic(columns=12, rows=5)")
BOOM = Position.start("boom")
FULL = Position.parse("444444")
CLASSIC = START.rules


def reason(line: bytes, position: Position = START) -> str:
    """The reason given to the author of such an answer."""
    with pytest.raises(AgentFault) as caught:
        read_answer(line, position)
    return caught.value.reason


ANYWHERE = st.sampled_from(RULES).flatmap(positions)


@given(ANYWHERE, st.sampled_from(["", " ", "\t "]), st.sampled_from(["\n", "\r\n", " \n", ""]))
def test_every_legal_move_is_read_with_any_surrounding_blanks(
    position: Position, before: str, after: str
) -> None:
    for move in position.legal_moves:
        line = f"{before}{format_move(move)}{after}".encode()
        assert read_answer(line, position) == move


@given(ANYWHERE, st.binary(max_size=30) | st.text(max_size=12).map(str.encode))
@example(START, "\N{FULLWIDTH DIGIT FOUR}".encode())
@example(START, "²".encode())
@example(START, b"\x00")
def test_every_line_is_a_legal_move_or_a_fault_with_a_catalogue_text(
    position: Position, line: bytes
) -> None:
    if position.is_over:
        return
    try:
        assert read_answer(line, position) in position.legal_moves
    except AgentFault as fault:
        reason: object = fault.reason
    else:
        return
    assert isinstance(reason, Sentence)
    assert reason.key.startswith("fault.answer_")


@pytest.mark.parametrize(
    ("line", "position", "told"),
    [
        (b"Your move: 4\n", START, "answered 'Your move: 4' after ''; print only the column, one "
         "of 1, 2, 3, 4, 5, 6, 7, and send everything else, such as prompts and drawings, to "
         "stderr"),
        (b'{"column": 4}\n', START, "print only the column"),
        ("\ufeff4\n".encode(), START, "print only the column"),
        (b"\r\n", START, "answered with a blank line after ''; print the column and one line "
         "break, nothing before it"),
        (b"3 4\n", START, "answered '3 4' after ''; print one column on a line, for one move: "
         "the next move has its own question"),
        (b"3,B\n", BOOM, "one column on a line"),
        (b"0\n", START, "columns count from 1, so add 1 to yours: they are 1, 2, 3, 4, 5, 6, 7"),
        (b"8\n", START, "answered '8' after ''; the columns of this board are 1, 2,"),
        (b"-1\n", START, "the columns of this board are 1, 2,"),
        (b"34\n", BOOM, "the columns of this board are 1, 2,"),
        (b"10\n", WIDE, "answered '10' after ''; that column is written a"),
        (b"C\n", WIDE, "that column is written c"),
        (b"12\n", WIDE, "that column is written c"),
        (b"13\n", WIDE, "the columns of this board are 1, 2,"),
        (b"01\n", START, "that column is written 1"),
        (b"04\n", START, "that column is written 4"),
        (b"4\n", FULL, "answered 4 after '444444', but that column is full; possible are 1, 2, 3, "
         "5, 6, 7"),
        (b"B\n", WIDE, "there are no bombs"),
        (b"B\n", START, "answered B after '', but there are no bombs in classic"),
        (b"B\n", BOOM, "answered B after '', but player 1 has no bomb on the board"),
        (b"b\n", BOOM, "the explosion is written B, a capital letter"),
        (b"enraya 1\n", START, "the greeting is enraya 1, once, before the program reads anything"),
        (b"enraya 2\n", START, "the greeting is enraya 1, once"),
        (b"\xff4\n", START, "which is not UTF-8"),
        (b"4" * (LONGEST_ANSWER + 1), START, f"a line of more than {LONGEST_ANSWER} bytes"),
    ],
)  # fmt: skip
def test_the_fault_of_a_bad_answer_tells_its_author_how_to_fix_it(
    line: bytes, position: Position, told: str
) -> None:
    assert told in reason(line, position)


def test_blank_flooding_and_other_bad_lines_have_their_own_faults() -> None:
    kinds = []
    for line in (b"\n", b"x" * 2_000, b"9\n"):
        with pytest.raises(AgentFault) as caught:
            read_answer(line, START)
        kinds.append(caught.value.termination)
    assert kinds == [Termination.NO_MOVE, Termination.OUTPUT, Termination.ILLEGAL_MOVE]


@given(ANYWHERE)
def test_a_question_describes_the_current_position(position: Position) -> None:
    moves = plain_question(position).decode()
    assert moves.endswith("\n")
    assert Position.parse(moves, position.rules) == position
    line = json_question(position, Limit(seconds=0.5, nodes=9), 0.25)
    question = json.loads(line)
    assert line.count(b"\n") == 1
    assert question["moves"] == position.moves
    assert question["legal"] == [format_move(move) for move in position.legal_moves]
    assert question["player"] == position.mover
    assert parse_rules(question["rules"]) == position.rules
    assert (question["seconds"], question["nodes"], question["depth"]) == (0.5, 9, None)
    assert question["reserve"] == 0.25


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


class Listener:
    """An agent that records its clock and its limit."""

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


def test_an_agent_is_told_its_limit_and_when_its_move_is_lost() -> None:
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
