"""Takes all the memory there is."""

from enraya import Position
from enraya.agents import Limit

hoard: list[bytearray] = []


def choose(position: Position, limit: Limit) -> int:
    """Wants more and more."""
    while True:
        hoard.append(bytearray(60_000_000))
