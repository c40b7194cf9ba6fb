"""Lines that somebody else wrote: answers of an agent's process, exported games."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from enraya.agents import Choice
from enraya.agents.isolated.answers import read_choice
from enraya.bench.fuzz.harness import Case, Target
from enraya.bench.fuzz.mutations import mutate, mutate_value, random_value
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.isolation.protocol import read_answer

Reader = Callable[[bytes], object]
"""Returns what a line says, or raises an error of enraya."""
_DEEP = (b"[", b'{"choice":')
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


def line_target(name: str, read: Reader, cases: int) -> Target:
    """A target that reads lines."""

    def prepare(samples: Path) -> Case:
        del samples

        def run(random: Random, room: Path) -> None:
            del room
            read(random_line(random))

        return run

    return Target(name, prepare, cases)


def read_record(line: bytes) -> GameRecord:
    """Reads a line of exported games."""
    return GameRecord.from_json(line.decode(errors="surrogateescape"))


def read_move(line: bytes) -> Choice:
    """Reads what an agent's process answers to the question for a move."""
    return read_choice(read_answer(line), Position.start(), 0.0)


LINE_TARGETS = (
    line_target("answers", read_move, 100_000),
    line_target("records", read_record, 20_000),
)
"""Every reader of lines."""
