"""Random changes of bytes, texts and values."""

import json
from random import Random
from typing import Any

NUMBERS = (
    "0", "-1", "1", "7", "255", "65536", "2147483648", "-9223372036854775809", "1" + "0" * 30,
    "1e400", "-1e400", "NaN", "0.5", "1e-320", "9" * 5000,
)  # fmt: skip
"""Numbers as text, those at the edges of what programs hold among them."""
TEXTS = (
    "", " ", "x", "4453", "null", "\x1b[2J", "\r\n", "\u202e", "\ud800", "ß" * 40, "[/red]", "%s%n",
    "{}", "((((", "'; DROP TABLE games; --", "../../x", "x" * 300, "🟡", "٣", "\u2028",
)  # fmt: skip
_MOST_CHANGES = 4


def mutate(data: bytes, random: Random) -> bytes:
    """The bytes with one to four random changes."""
    for _ in range(random.randint(1, _MOST_CHANGES)):
        data = random.choice(_CHANGES)(data, random)
    return data


def _flip(data: bytes, random: Random) -> bytes:
    changed = bytearray(data or b"\0")
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _overwrite(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    new = random.choice((random.randbytes(random.randint(1, 9)), b"\0" * 8, b"\xff" * 8))
    return data[:start] + new + data[start + len(new) :]


def _insert(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + random.randbytes(random.randint(1, 20)) + data[start:]


def _cut(data: bytes, random: Random) -> bytes:
    start, end = sorted((random.randrange(len(data) + 1), random.randrange(len(data) + 1)))
    return data[:start] + data[end:] if random.random() < 0.5 else data[:end]


def _repeat(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start : start + random.randint(1, 200)] * 2 + data[start:]


def _write_number(data: bytes, random: Random) -> bytes:
    """Puts another number in the place of one that is written as text."""
    places = [place for place, byte in enumerate(data[:4000]) if chr(byte).isdecimal()]
    if not places:
        return _flip(data, random)
    start = random.choice(places)
    end = start
    while end < len(data) and chr(data[end]).isdecimal():
        end += 1
    return data[:start] + random.choice(NUMBERS).encode() + data[end:]


_CHANGES = (_flip, _overwrite, _insert, _cut, _repeat, _write_number)


def random_value(random: Random, depth: int = 3) -> Any:
    """A value as JSON may hold it, likely an unwelcome one."""
    kind = random.randrange(8 if depth else 5)
    if kind < 2:
        return random.choice([*TEXTS, *NUMBERS])
    if kind < 4:
        return random.choice([0, 1, 4, -1, 0.5, 10**30, float("nan"), float("inf"), 1e300, 2**63])
    if kind == 4:
        return random.choice([None, True, False])
    count = random.randrange(4)
    if kind == 5:
        return [random_value(random, depth - 1) for _ in range(count)]
    return {random.choice(TEXTS): random_value(random, depth - 1) for _ in range(count)}


def mutate_value(value: Any, random: Random) -> Any:
    """The value with one part replaced, removed or added, somewhere inside."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(sorted(value))
        rest = {name: part for name, part in value.items() if name != key}
        return rest if random.random() < 0.1 else {**rest, key: mutate_value(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        place = random.randrange(len(value))
        part = [] if random.random() < 0.1 else [mutate_value(value[place], random)]
        return [*value[:place], *part, *value[place + 1 :]]
    return random_value(random)


def as_json(value: Any) -> str:
    """The value as JSON, such as programs that are not careful write it."""
    return json.dumps(value)
