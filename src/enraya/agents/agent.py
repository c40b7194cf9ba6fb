"""What an agent is: something with a name that chooses a move."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.limit import Limit

_NOTHING: Mapping[str, Any] = {}


class Choice(NamedTuple):
    """A chosen move and what the agent says about it."""

    move: Move
    score: float | None = None
    """The agent's own valuation, from the point of view of the player to move."""
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
    """What it knows about each move: a mapping with ``move`` and numbers by name."""


class Agent(Protocol):
    """Anything that can play."""

    @property
    def name(self) -> str:
        """How the agent is written down."""

    def choose(self, position: Position, limit: Limit) -> Choice:
        """A legal move for a position that is not over, within the limit."""


def tell_clock(agent: Agent, seconds: float) -> None:
    """Tells an agent how much time is on its clock before its move, if it wants to know.

    The limit of a move is only what an agent should spend. An agent that must end a move that takes
    too long has a method ``tell_clock(seconds)``, and waits until the clock has run out.
    """
    tell: Callable[[float], None] | None = getattr(agent, "tell_clock", None)
    if tell is not None:
        tell(seconds)
