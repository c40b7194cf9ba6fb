"""Never answers, and sleeps."""

import time

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Answers the next day."""
    time.sleep(86_400)
    return 1
