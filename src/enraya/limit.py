"""The limit on one move or question, which every layer passes on."""

from dataclasses import dataclass

MOST_NODES = 10**15
"""No limit of nodes is larger: kernels count them in words, and no search takes that long."""
DEFAULT_RESERVE = 1.0
"""Seconds in a game that a player's moves may take beyond their limits, all together."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much may be spent on one move or question; None means no limit of that kind.

    >>> Limit(seconds=0.5)
    Limit(seconds=0.5, nodes=None, depth=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
