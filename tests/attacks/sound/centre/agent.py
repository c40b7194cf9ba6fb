"""Prefers the middle."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> object:
    """The legal move nearest to the fourth column."""
    return min(position.legal_moves, key=lambda move: (abs(int(move) - 4), move))
