"""Answers for ever, without an end of the line."""

import os

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Writes where its host writes answers."""
    while True:
        os.write(4, b"x" * 100_000)
