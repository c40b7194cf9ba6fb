"""The choice in an answer of an agent's process, every field of it checked."""

import math
from typing import Any

from enraya.agents.players.agent import Choice
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.isolation.protocol import field
from enraya.texts import Sentence

_LARGEST_COUNT = (1 << 63) - 1
"""What a store and JSON readers can hold."""
_LONGEST_MOVE = 2
"""Letters of one move in a line, on a board of ten columns or more."""


def read_choice(answer: dict[str, Any], position: Position, seconds: float) -> Choice:
    """The choice, which the agent may have written itself.

    Args:
        answer: what `enraya.isolation.protocol.read_answer` found.
        position: where the agent was asked to move.
        seconds: how long it took, measured from outside.

    Raises:
        AgentFault: when its move is not legal, or a number has another type or is too large.
    """
    choice = field(answer, "choice", dict)
    move = choice.get("move")
    if type(move) not in (int, str) or move not in position.legal_moves:
        answered = Sentence("fault.answered", move=repr(move), moves=repr(position.moves))
        raise AgentFault(Termination.ILLEGAL_MOVE, answered)
    line = field(choice, "line", str)
    if len(line) > _LONGEST_MOVE * 2 * position.rules.cells or not line.isprintable():
        raise AgentFault(Termination.EXCEPTION, Sentence("fault.line"))
    return Choice(
        move=move,
        score=_number(choice, "score"),
        nodes=_count(choice, "nodes"),
        depth=_count(choice, "depth"),
        seconds=seconds,
        line=line,
        leaves=_count(choice, "leaves"),
        stopped=bool(choice.get("stopped")),
    )


def _count(choice: dict[str, Any], name: str) -> int | None:
    if choice.get(name) is None:
        return None
    value: int = field(choice, name, int)
    if not 0 <= value <= _LARGEST_COUNT:
        wrong = Sentence("fault.count", name=name, most=f"{_LARGEST_COUNT:,}")
        raise AgentFault(Termination.EXCEPTION, wrong)
    return value


def _number(choice: dict[str, Any], name: str) -> float | None:
    if choice.get(name) is None:
        return None
    value: float = field(choice, name, float)
    return value if math.isfinite(value) else None
