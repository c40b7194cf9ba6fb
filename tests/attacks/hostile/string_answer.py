"""Answers in words."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> str:
    """The right word would be a number."""
    return "centre"
