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
    stopped: bool = False
    """Whether the limit ended a search that has a fixed size, and this is the best so far."""


def scored_choice(move: Move, scores: Mapping[Move, float], started: float, **known: Any) -> Choice:
    """A choice by the scores of moves.

    Args:
        move: the chosen one.
        scores: of the moves that have one.
        started: when the agent began, by `perf_counter`.
        known: what else it says.
    """
    known.setdefault("line", format_move(move))
    columns = tuple({"move": scored, "score": score} for scored, score in scores.items())
    seconds = perf_counter() - started
    return Choice(move, scores.get(move), seconds=seconds, columns=columns, **known)


class Agent(Protocol):
    """Anything that can play; `prepare` and `tell_clock` say what else it may have.

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
        """How the agent is written down."""

    def choose(self, position: Position, limit: Limit) -> Choice:
        """A legal move for a position that is not over, within the limit."""


def prepare(agent: Agent, rules: RuleSet) -> None:
    """Prepares an agent for games of these rules, before its first clock runs.

    An agent that loads, compiles or allocates anything has a method ``prepare(rules)``; after it,
    ``choose`` does none of that in games of these rules.
    """
    method: Callable[[RuleSet], None] | None = getattr(agent, "prepare", None)
    if method is not None:
        method(rules)


def tell_clock(agent: Agent, seconds: float) -> None:
    """Tells an agent after how many seconds its next move is lost, if it wants to know.

    The limit of a move is what an agent should spend; what is left of its reserve comes on top. An
    agent that must end a move that takes too long has a method ``tell_clock(seconds)``.
    """
    tell: Callable[[float], None] | None = getattr(agent, "tell_clock", None)
    if tell is not None:
        tell(seconds)
