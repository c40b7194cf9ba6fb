"""Lines that somebody else wrote: answers of agents and programs, exported games, texts."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from enraya.agents import Choice
from enraya.agents.isolated.answers import read_choice
from enraya.agents.isolated.engine import EngineQuestion, parse_question
from enraya.agents.isolated.lines import json_question
from enraya.agents.isolated.lines import read_answer as read_program_answer
from enraya.agents.text.spec import AgentSpec, parse_spec
from enraya.bench.fuzz.harness import Case, Target
from enraya.bench.fuzz.mutations import mutate, mutate_value, random_value
from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.isolation.protocol import read_answer
from enraya.limit import Limit
from enraya.rules import parse_rules

Reader = Callable[[bytes], object]
"""Returns what a line says, or raises an error of enraya."""
_DEEP = (b"[", b'{"choice":')
_MOSTLY = 0.9
CLASSIC = parse_rules("classic")
SAMPLES = (
    {"ready": True},
    {"choice": {
        "move": 4, "score": 1.5, "nodes": 100, "depth": 3, "line": "445", "leaves": 7,
        "seconds": 0.25,
    }},
    {"fault": "exception", "reason": "ValueError: no"},
    {
        "rules": "classic", "agents": ["a", "b"], "moves": "4453", "winner": None,
        "termination": "unfinished", "opening": "4", "seed": 1, "reason": "",
        "notes": [{"seconds": 0.1, "nodes": 5, "score": 0.5}] * 3,
    },
)  # fmt: skip
"""Answers and the record of a game, as they should be."""
PROGRAM_LINES = (
    b"4\n", b" 7\r\n", b"B\n", b"0\n", b"10\n", b"3 4\n", b"Your move: 4\n", b"enraya 1\n", b"\n",
    b"4" * 999,
)  # fmt: skip
"""What programs print, some of it moves."""
QUESTIONS = (
    b"", b"4453", json_question(Position.parse("4453"), Limit(1.0, 2, 3), 0.5),
    json_question(Position.start("boom"), Limit()),
)  # fmt: skip
AGENT_TEXTS = (
    b"level(3)", b"0.9,0.5,1,0", b"QMatic(8, stage=rows)", b"file:mine (1).py",
    rb'program:"enraya engine --agent level(3)"', rb'greedy(eval=file:"a \"b\" \\ c.py")',
    rb'f("a, b", "k="="(", "")',
)  # fmt: skip


def random_line(random: Random) -> bytes:
    """Noise, a damaged line, or one with unwelcome values."""
    kind, sample = random.randrange(4), random.choice(SAMPLES)
    if kind == 0:
        return random.randbytes(random.randrange(200))
    if kind == 1:
        return mutate(json.dumps(sample).encode(), random)
    if kind == 2:
        return json.dumps(mutate_value(sample, random)).encode()
    if random.random() < 0.01:
        return random.choice(_DEEP) * 100_000
    return json.dumps(random_value(random)).encode()


def damaged_line(*samples: bytes) -> Callable[[Random], bytes]:
    """Makes one of the lines, as it is or with random changes."""

    def make(random: Random) -> bytes:
        sample = random.choice(samples)
        return mutate(sample, random) if random.random() < _MOSTLY else sample

    return make


def line_target(
    name: str, read: Reader, cases: int, make: Callable[[Random], bytes] = random_line
) -> Target:
    """A target that reads lines, each of them made at random."""

    def prepare(samples: Path) -> Case:
        del samples

        def run(random: Random, room: Path) -> None:
            del room
            read(make(random))

        return run

    return Target(name, prepare, cases)


def read_record(line: bytes) -> GameRecord:
    """Reads a line of exported games."""
    return GameRecord.from_json(line.decode(errors="surrogateescape"))


def read_move(line: bytes) -> Choice:
    """Reads what an agent's process answers to the question for a move."""
    return read_choice(read_answer(line), Position.start(), 0.0)


def read_column(line: bytes) -> Move:
    """Reads what a program prints, in a game with bombs."""
    return read_program_answer(line, Position.start("boom"))


def read_turn(line: bytes) -> EngineQuestion:
    """Reads what a game asks of `enraya engine`."""
    return parse_question(line.decode(errors="surrogateescape").strip(), CLASSIC, Limit())


def read_agent_text(line: bytes) -> AgentSpec:
    """Reads the text of an agent, which must be read back as it is written.

    Raises:
        AssertionError: when it is not.
    """
    text = parse_spec(line.decode(errors="surrogateescape"))
    assert parse_spec(text.written) == text
    return text


LINE_TARGETS = (
    line_target("answers", read_move, 100_000),
    line_target("records", read_record, 20_000),
    line_target("program answers", read_column, 100_000, damaged_line(*PROGRAM_LINES)),
    line_target("questions", read_turn, 50_000, damaged_line(*QUESTIONS)),
    line_target("agent texts", read_agent_text, 50_000, damaged_line(*AGENT_TEXTS)),
)
"""Every reader of lines."""
