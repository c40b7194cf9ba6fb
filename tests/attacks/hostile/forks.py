"""Leaves a daemon behind: two forks, its own session, no ties to anyone."""

import os
import time

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> object:
    """A legal move, while something else begins to live."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
    os.wait()
    return position.legal_moves[0]
