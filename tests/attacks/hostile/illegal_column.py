"""Plays off the board."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """One too far to the right."""
    return position.rules.columns + 1
