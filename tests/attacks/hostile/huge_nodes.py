"""Looked at more positions than there are."""

from enraya import Position
from enraya.agents import Choice, Limit


def choose(position: Position, limit: Limit) -> Choice:
    """More than any column of a table holds."""
    return Choice(position.legal_moves[0], nodes=10**30)
