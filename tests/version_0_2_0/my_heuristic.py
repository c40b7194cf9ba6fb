"""A heuristic of a user, as the documentation of 0.1.0 shows it."""

from enraya import Position


def heuristic(position: Position) -> float:
    """How good the position is for the player to move: stones near the middle."""
    middle = (position.rules.columns + 1) / 2

    def closeness(player: int) -> float:
        return sum(middle - abs(middle - cell.column) for cell in position.stones(player))

    return closeness(position.mover) - closeness(3 - position.mover)
