"""An agent of a user, as the documentation of 0.1.0 shows it."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int | str:
    """Wins at once where it can, and plays in the middle otherwise."""
    del limit
    for move in position.legal_moves:
        if position.play(move).is_over:
            return move
    return position.legal_moves[len(position.legal_moves) // 2]
