"""Wants a different position from the one it was given."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> object:
    """Tries to take back all moves."""
    position.moves = ""  # type: ignore[misc]
    return position.legal_moves[0]
