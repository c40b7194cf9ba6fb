"""One game of a schedule: who meets whom from which opening, and the seeds that follow from it."""

import hashlib
from typing import NamedTuple

SEED_BYTES = 8
_SEED_MASK = (1 << 63) - 1


class Pairing(NamedTuple):
    """A game by the places of its players in the list of agents; unique in a tournament."""

    first: int
    second: int
    opening: int
    """The number of the opening; the game with sides swapped has the same."""


def meeting(one: int, other: int, games: int, start: int = 0) -> list[Pairing]:
    """The games of two agents: each opening twice, with sides swapped.

    With an odd number of games the last opening is played once.

    >>> [tuple(game) for game in meeting(0, 1, 3)]
    [(0, 1, 0), (1, 0, 0), (0, 1, 1)]
    """
    return [
        Pairing(*((other, one) if number % 2 else (one, other)), start + number // 2)
        for number in range(games)
    ]


def derive_seed(*parts: object) -> int:
    """A seed that depends on every part and on nothing else, the same on every machine.

    >>> derive_seed(1, "a") == derive_seed(1, "a") != derive_seed("a", 1)
    True
    """
    text = "\0".join(map(str, parts)).encode()
    digest = hashlib.blake2b(text, digest_size=SEED_BYTES).digest()
    return int.from_bytes(digest) & _SEED_MASK
