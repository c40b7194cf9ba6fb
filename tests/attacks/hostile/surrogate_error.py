"""Raises an error whose text cannot be encoded."""

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Half a character, a clear screen, markup of two languages, and no end."""
    raise ValueError("\ud800\x1b[2J[/red]<script>" + "x" * 1_000_000)
