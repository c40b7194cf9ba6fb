"""Raises."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Divides by zero."""
    return 1 // len(position.moves[:0])
