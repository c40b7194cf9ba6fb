"""Hangs up and sleeps."""

import os
import time

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Nobody hears its answer."""
    os.closerange(0, 99)
    time.sleep(86_400)
    return 1
