"""Hangs up and sleeps."""

import os
import time

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Answers where no game hears it."""
    os.closerange(0, 99)
    time.sleep(86_400)
    return 1
