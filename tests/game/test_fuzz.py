"""Random and damaged input for everything that reads text: only our own errors may come out."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from enraya.callspec import parse_callspec
from enraya.errors import EnrayaError
from enraya.game.drawing import parse_drawing
from enraya.game.jsonform import format_json, parse_json
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote
from enraya.rules import parse_rules
from tests.strategies import RULES, seeded, walk

Reader = Callable[[str], object]
READERS: dict[str, Reader] = {
    **{f"moves of {rules}": partial(Position.parse, rules=rules) for rules in RULES},
    "rules": parse_rules,
    "callspec": parse_callspec,
    "drawing": parse_drawing,
    "drawing on 8x8": lambda text: parse_drawing(text, "classic(columns=8, rows=8)"),
    "json": parse_json,
    "record": GameRecord.from_json,
}
CASES = 100_000 // len(READERS) + 1
"""Texts for each reader; a hundred thousand in all."""
READABLE = b'1234567890abcdefghBXO.x_()[]{}",=:-+ \n\t\\unlrtsf'


def samples() -> list[bytes]:
    """Texts that some reader accepts."""
    found = [rules.spec for rules in RULES] + [
        "alphabeta(depth=8, eval=rivest(1, x=2))",
        r'f(file:"a (1), \"b\".py", "x="=" ")',
    ]
    for seed, rules in enumerate(RULES):
        game = [position for _, position in walk(rules, seeded(seed).randbytes(60))]
        for position in game[5::9]:
            record = GameRecord.of(
                position, ("a", "b"), seed=1, notes=(MoveNote(1.0, 2, 3),) * position.plies
            )
            found += [position.moves, str(position), format_json(position), record.to_json()]
    return [text.encode() for text in found]


def noise(random: Random) -> bytes:
    """Bytes of any kind, or readable ones without a meaning."""
    length = random.randrange(80)
    if random.random() < 0.5:
        return random.randbytes(length)
    return bytes(random.choices(READABLE, k=length))


def damaged(random: Random, text: bytes) -> bytes:
    """A good text with a few bytes changed, removed, doubled or inserted."""
    data = bytearray(text)
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(data) + 1)
        end = min(len(data), start + random.choice([0, 1, 1, 2, 9]))
        with_what = random.choice([b"", data[start:end] * 2, noise(random)[:3], b"1", b"\n"])
        data[start:end] = with_what
    return bytes(data)


def cases(count: int, seed: int) -> list[str]:
    """Random texts: noise and damaged good ones, decoded in two ways."""
    random, good = seeded(seed), samples()
    texts = []
    for _ in range(count):
        data = noise(random) if random.random() < 0.4 else damaged(random, random.choice(good))
        latin = random.random() < 0.5
        texts.append(data.decode("latin-1") if latin else data.decode("utf-8", "replace"))
    return texts


def survives(read: Reader, text: str) -> bool:
    """Whether the text was read; any error that is not ours gets out, with the text.

    Ours are one printable line.
    """
    message = None
    try:
        read(text)
    except EnrayaError as error:
        message = str(error)
    except Exception as error:
        error.add_note(f"while reading {text!r}")
        raise
    assert message is None or (message and message.isprintable())
    return message is None


@pytest.mark.parametrize("name", READERS)
def test_readers_raise_only_our_errors(name: str) -> None:
    outcomes = [survives(READERS[name], text) for text in cases(CASES, seed=1)]
    assert False in outcomes


@pytest.mark.parametrize("name", READERS)
def test_readers_accept_some_of_the_undamaged_samples(name: str) -> None:
    assert any(survives(READERS[name], text.decode()) for text in samples())
