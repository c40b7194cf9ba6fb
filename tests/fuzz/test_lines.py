"""Lines written by other programs: answers of agents, exported games, specifications."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from enraya.agents.isolated.agent import read_choice
from enraya.agents.isolated.lines import json_question, parse_question
from enraya.agents.isolated.lines import read_answer as read_program_answer
from enraya.agents.text.spec import parse_spec
from enraya.callspec import parse_callspec
from enraya.errors import EnrayaError
from enraya.game.drawing_parser import parse_drawing
from enraya.game.jsonform import format_json, parse_json
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.isolation.faults import AgentFault
from enraya.isolation.protocol import read_answer
from enraya.limit import Limit
from enraya.rules import parse_rules
from tests.fuzz.damage import damaged, damaged_json, tries
from tests.strategies import RULES

ANSWERS = (
    {"ready": True},
    {"choice": {
        "move": 4, "score": 1.5, "nodes": 100, "depth": 3, "line": "445", "leaves": 7,
        "seconds": 0.25,
    }},
    {"fault": "exception", "reason": "ValueError: no"},
)  # fmt: skip
"""What an agent's process answers."""
RECORD = {
    "rules": "classic", "agents": ["a", "b"], "moves": "4453", "winner": None,
    "termination": "unfinished", "opening": "4", "seed": 1, "reason": "",
    "notes": [{"seconds": 0.1, "nodes": 5, "score": 0.5}] * 3,
}  # fmt: skip
"""A game as it is exported."""
PROGRAM_LINES = (
    b"4\n", b" 7\r\n", b"B\n", b"0\n", b"10\n", b"3 4\n", b"Your move: 4\n", b"enraya 1\n", b"\n",
    b"4" * 999,
)  # fmt: skip
"""What programs print, some of it moves."""
QUESTIONS = (
    b"", b"4453", json_question(Position.parse("4453"), Limit(1.0, 2, 3), 0.5),
    json_question(Position.start("boom"), Limit()),
)  # fmt: skip
SPECS = (
    b"level(3)", b"0.9,0.5,1,0", b"QMatic(8, stage=rows)", b"file:mine (1).py",
    rb'program:"enraya engine --agent level(3)"', rb'greedy(eval=file:"a \"b\" \\ c.py")',
    rb'f("a, b", "k="="(", "")',
)  # fmt: skip
GAMES = [Position.start(rules).play(1).play(2).play(2) for rules in RULES]
TEXTS = tuple(
    text.encode()
    for game in [*GAMES, Position.parse("55654453667472B", "boom")]
    for text in (game.rules.spec, game.moves, str(game), format_json(game))
)
"""Rules, moves, drawings and JSON of positions."""
READERS: dict[str, Callable[[str], object]] = {
    **{f"moves of {rules}": partial(Position.parse, rules=rules) for rules in RULES},
    "rules": parse_rules,
    "callspec": parse_callspec,
    "drawing": parse_drawing,
    "drawing on 8x8": partial(parse_drawing, rules="classic(columns=8, rows=8)"),
    "json": parse_json,
}
CLASSIC = parse_rules("classic")
DEEP = b"[" * 100_000
DEEP_CHOICE = b'{"choice":' * 100_000


def one_of_damaged(sounds: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """One of the lines, as it is or damaged."""
    return st.sampled_from(sounds) | st.sampled_from(sounds).flatmap(damaged)


@tries(5)
@given(st.binary(max_size=200) | st.sampled_from(ANSWERS).flatmap(damaged_json))
@example(DEEP)
@example(DEEP_CHOICE)
def test_answers_of_isolated_agents_are_a_choice_or_a_fault(line: bytes) -> None:
    with suppress(EnrayaError, AgentFault):
        read_choice(read_answer(line), Position.start(), 0.0)


@tries(5)
@given(damaged_json(RECORD))
@example(DEEP)
def test_exported_games_are_read_or_refused(line: bytes) -> None:
    with suppress(EnrayaError):
        GameRecord.from_json(line.decode(errors="surrogateescape"))


@tries(5)
@given(one_of_damaged(PROGRAM_LINES))
def test_answers_of_programs_in_a_bomb_game_are_a_move_or_a_fault(line: bytes) -> None:
    with suppress(EnrayaError, AgentFault):
        read_program_answer(line, Position.start("boom"))


@tries(5)
@given(one_of_damaged(QUESTIONS))
def test_questions_to_an_engine_are_parsed_or_refused(line: bytes) -> None:
    with suppress(EnrayaError):
        parse_question(line.decode(errors="surrogateescape").strip(), CLASSIC, Limit())


@tries(5)
@given(one_of_damaged(SPECS))
def test_specifications_of_agents_are_read_back_as_written(line: bytes) -> None:
    with suppress(EnrayaError):
        spec = parse_spec(line.decode(errors="surrogateescape"))
        assert parse_spec(spec.written) == spec


@pytest.mark.parametrize("reader", READERS)
@tries(10)
@given(one_of_damaged(TEXTS) | st.binary(max_size=80), st.sampled_from(["latin-1", "utf-8"]))
def test_texts_of_positions_and_rules_are_read_or_refused_in_one_line(
    reader: str, text: bytes, encoding: str
) -> None:
    message = ""
    try:
        READERS[reader](text.decode(encoding, "replace"))
    except EnrayaError as error:
        message = str(error)
    assert message.isprintable()
