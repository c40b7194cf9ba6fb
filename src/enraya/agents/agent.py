"""What an agent is: something with a name that chooses a move."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.limit import Limit

_NOTHING: Mapping[str, Any] = {}


class Choice(NamedTuple):
    """A chosen move and what the agent has to say about it."""

    move: Move
    score: float | None = None
    """The agent's own valuation, from the view of the player to move."""
    nodes: int | None = None
    """Positions it looked at."""
    depth: int | None = None
    seconds: float | None = None
    line: str = ""
    """The continuation the agent expects, this move first."""
    details: Mapping[str, Any] = _NOTHING
    leaves: int | None = None
    """Positions it valued."""
    columns: tuple[Mapping[str, Any], ...] = ()
    """What it knows of each move: a mapping with ``move`` and numbers by name."""


class Agent(Protocol):
    """Anything that can play."""

    @property
    def name(self) -> str:
        """How the agent is written down."""

    def choose(self, position: Position, limit: Limit) -> Choice:
        """A legal move for a position that is not over, within the limit."""
