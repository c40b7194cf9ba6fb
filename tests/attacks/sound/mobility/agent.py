"""Likes positions with many legal moves."""

from enraya import Position


def heuristic(position: Position) -> float:
    """How many moves there are."""
    return float(len(position.legal_moves))
