"""Never answers, and is busy with it."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Turns in a circle."""
    while True:
        pass
