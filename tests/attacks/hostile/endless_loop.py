"""Never answers, and keeps busy."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Goes round in circles."""
    while True:
        pass
