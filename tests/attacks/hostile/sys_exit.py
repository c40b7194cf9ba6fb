"""Leaves by the front door."""

import sys

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Says goodbye."""
    sys.exit(3)
