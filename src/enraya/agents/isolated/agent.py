"""An agent in its own process, seen from the game: it plays, or it fails."""

import math
import os
from dataclasses import asdict
from time import perf_counter
from typing import Any

from enraya.agents.isolated.process import LAUNCHER, AgentProcess
from enraya.agents.players.agent import Choice
from enraya.agents.text.spec import AgentSpec
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.allowance import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.faults import AgentFault
from enraya.isolation.protocol import field
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.texts import Sentence

__all__ = ["LAUNCHER", "IsolatedAgent"]

_LARGEST_COUNT = (1 << 63) - 1
"""What a store and JSON readers can hold."""
_LONGEST_MOVE = 2
"""Letters of one move in a line, on a board of ten columns or more."""


class IsolatedAgent:
    """An `Agent` that cannot harm the game: anything it does wrong is raised as `AgentFault`.

    Use it for one game, so that nothing is carried over to the next; `start` it before the
    clock runs. After `close`, or the end of its ``with`` block, none of its processes are left.
    Between its moves the agent is stopped, so it cannot think on its opponent's time.

    Args:
        spec: the agent.
        seed: for its random choices.
        rules: what it will be asked to play.
        allowance: how much it may use.
        alone: whether it sees only its own file, not the folder that it is in.

    >>> from enraya.agents.text.spec import parse_spec
    >>> with IsolatedAgent(parse_spec("random"), seed=7) as agent:
    ...     agent.choose(Position.start(), Limit(seconds=5)).move in range(1, 8)
    True
    """

    def __init__(
        self,
        spec: AgentSpec,
        seed: int = 0,
        *,
        rules: RuleSet | None = None,
        allowance: Allowance = DEFAULT_ALLOWANCE,
        alone: bool = False,
    ) -> None:
        self.spec = spec
        self.name = spec.text
        self.seed = seed
        self.rules = rules
        self.allowance = allowance
        self.alone = alone
        self._process = AgentProcess(allowance)

    def start(self) -> None:
        """Runs the agent's file and prepares it for the rules; does nothing the second time.

        Raises:
            AgentFault: when that fails, takes too long, or the agent cannot play the rules.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """
        process = self._process
        if process.failure is not None:
            raise process.failure
        if process.conversation is not None:
            return
        request = {
            "spec": self.spec.text,
            "seed": self.seed,
            "rules": None if self.rules is None else self.rules.spec,
            "folder": os.getcwd(),  # noqa: PTH109  # a string, as the message needs it
            "files": self.spec.visible_files(alone=self.alone),
            **asdict(self.allowance),
        }
        sees_folder = self.spec.sees_folders(alone=self.alone)
        conversation = process.open_python(request, sees_folder=sees_folder)
        with process.talking(conversation):
            seconds = self.allowance.load_seconds
            conversation.receive(seconds, Sentence("fault.loading", seconds=seconds))

    @property
    def was_ended(self) -> bool:
        """Whether it was killed from outside, which is not the agent's fault."""
        return self._process.was_ended

    def tell_clock(self, seconds: float) -> None:
        """Notes after how many seconds the next move is lost, as the game counts them."""
        self._process.tell_clock(seconds)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The agent's choice; `Choice.seconds` is measured from outside.

        Raises:
            AgentFault: when it does anything else; it is not asked again.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """
        self.rules = self.rules or position.rules
        self.start()
        process, conversation = self._process, self._process.conversation
        assert conversation is not None
        allowed = process.take_allowed(limit)
        question = {
            "moves": position.moves,
            "rules": position.rules.spec,
            "limit": [limit.seconds, limit.nodes, limit.depth],
            "clock": allowed,
        }
        late = Sentence("fault.no_answer", seconds=float(allowed), moves=repr(position.moves))
        with process.talking(conversation):
            started = perf_counter()
            answer = conversation.ask(question, allowed, late)
            seconds = perf_counter() - started
        process.spend(limit, seconds)
        try:
            return read_choice(answer, position, seconds)
        except AgentFault as fault:
            process.end(fault)
            raise

    def close(self) -> None:
        """Ends the agent and everything it started; does nothing the second time.

        Another thread that waits for its move waits no longer.
        """
        self._process.close()

    def finish(self) -> str:
        """Ends it like `close`, and returns the last of what it printed."""
        return self._process.finish()

    def __enter__(self) -> "IsolatedAgent":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


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
