"""Talks too much before it answers."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> object:
    """A legal move, after a hundred million characters."""
    for _ in range(100):
        print("x" * 1_000_000)
    return position.legal_moves[0]
