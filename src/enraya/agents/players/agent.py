"""What an agent is: something with a name that chooses a move."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from enraya.game.notation import Move, format_move
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.rules import RuleSet

_NOTHING: Mapping[str, Any] = {}


class Choice(NamedTuple):
    """A chosen move and what the agent says about it.

    >>> Choice(4, score=0.5).move
    4
    """

    move: Move
    score: float | None = None
    """How the agent values the move, from the point of view of the player to move."""
    nodes: int | None = None
    """How many positions the agent looked at."""
    depth: int | None = None
    seconds: float | None = None
    line: str = ""
    """The principal variation: the moves that the agent expects, this one first."""
    details: Mapping[str, Any] = _NOTHING
    leaves: int | None = None
    """How many positions the agent valued."""
    columns: tuple[Mapping[str, Any], ...] = ()
    """What the agent knows about each move: a mapping with ``move`` and numbers by name."""
    stopped: bool = False
    """Whether the limit cut short a search of fixed depth; the move is the best it had finished."""


def scored_choice(move: Move, scores: Mapping[Move, float], started: float, **known: Any) -> Choice:
    """A choice with the scores of all moves, timed from when the agent began.

    Args:
        move: the chosen move.
        scores: the scores of the moves that have one.
        started: when the agent began, as `perf_counter` counts.
        known: further fields of the `Choice`.
    """
    known.setdefault("line", format_move(move))
    columns = tuple({"move": scored, "score": score} for scored, score in scores.items())
    seconds = perf_counter() - started
    return Choice(move, scores.get(move), seconds=seconds, columns=columns, **known)


class Agent(Protocol):
    """Anything that can play; `prepare` and `tell_clock` describe two optional methods.

    >>> class Leftmost:
    ...     name = "leftmost"
    ...     def choose(self, position, limit):
    ...         return Choice(position.legal_moves[0])
    >>> player: Agent = Leftmost()
    >>> player.choose(Position("1111"), Limit()).move
    1
    """

    @property
    def name(self) -> str:
        """The agent's name, which is its text, such as ``level(3)``."""

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Chooses a legal move in a position that is not over, within the limit."""


def prepare(agent: Agent, rules: RuleSet) -> None:
    """Prepares an agent for games of these rules, before any clock runs.

    An agent that has to load, compile or allocate anything does it in a method ``prepare(rules)``,
    so that ``choose`` does none of it in games of these rules.
    """
    method: Callable[[RuleSet], None] | None = getattr(agent, "prepare", None)
    if method is not None:
        method(rules)


def tell_clock(agent: Agent, seconds: float) -> None:
    """Tells an agent after how many seconds its next move is lost, if the agent wants to know.

    These seconds are the move's limit, which the agent should keep to, and what is left of its
    reserve. An agent that wants to know them has a method ``tell_clock(seconds)``.
    """
    tell: Callable[[float], None] | None = getattr(agent, "tell_clock", None)
    if tell is not None:
        tell(seconds)
