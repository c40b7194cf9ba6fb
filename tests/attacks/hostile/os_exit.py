"""Leaves by the window."""

import os

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Says nothing."""
    os._exit(0)
