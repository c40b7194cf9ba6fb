"""An agent in its own process, seen from the game: it plays, or it fails."""

import atexit
import math
import os
from dataclasses import asdict
from time import perf_counter
from typing import Any

from enraya.agents.agent import Choice
from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.allowance import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.conversation import Conversation
from enraya.isolation.faults import AgentFault
from enraya.isolation.launcher import Launcher
from enraya.limit import Limit
from enraya.rules import RuleSet

LAUNCHER = Launcher(host="enraya.agents.isolated.host")
"""The launcher of this process."""
atexit.register(LAUNCHER.stop)
_CLOSED = AgentFault(Termination.CRASH, "is already closed")


class IsolatedAgent:
    """An `Agent` that cannot harm the game: anything it does wrong is raised as `AgentFault`.

    Use it for one game, so that nothing is carried over to the next; `start` it before the
    clock runs. After `close`, or the end of its ``with`` block, none of its processes are left.
    Between its moves the agent is stopped, so it cannot think on its opponent's time.

    >>> with IsolatedAgent("random", seed=7) as agent:
    ...     agent.choose(Position.start(), Limit(seconds=5)).move in range(1, 8)
    True
    """

    def __init__(
        self,
        spec: str,
        seed: int = 0,
        *,
        rules: RuleSet | None = None,
        allowance: Allowance = DEFAULT_ALLOWANCE,
    ) -> None:
        self.name = spec.strip()
        self.seed = seed
        self.rules = rules
        self.allowance = allowance
        self._clock: float | None = None
        self._reserve = allowance.reserve_seconds
        self._conversation: Conversation | None = None
        self._failure: EnrayaError | None = None

    def start(self) -> None:
        """Runs the agent's file and prepares it for the rules; does nothing the second time.

        Raises:
            AgentFault: when that fails, takes too long, or the agent cannot play the rules.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """
        if self._failure is not None:
            raise self._failure
        if self._conversation is not None:
            return
        request = {
            "spec": self.name,
            "seed": self.seed,
            "rules": None if self.rules is None else self.rules.spec,
            "folder": os.getcwd(),  # noqa: PTH109  # a string, as the message needs it
            **asdict(self.allowance),
        }
        self._conversation = Conversation(LAUNCHER.launch(request), self.allowance)
        try:
            self._conversation.receive(self.allowance.load_seconds, "while loading")
        except EnrayaError as failure:
            self._failure = failure
            raise

    def tell_clock(self, seconds: float) -> None:
        """Notes after how many seconds the next move is lost, as the game counts them."""
        self._clock = seconds

    def choose(self, position: Position, limit: Limit) -> Choice:
        """What the agent chooses; `Choice.seconds` is measured from outside.

        Raises:
            AgentFault: when it does anything else; it is not asked again.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """
        self.rules = self.rules or position.rules
        self.start()
        assert self._conversation is not None
        allowed, self._clock = self._allowed(limit), None
        question = {
            "moves": position.moves,
            "rules": position.rules.spec,
            "limit": [limit.seconds, limit.nodes, limit.depth],
            "clock": allowed,
        }
        started = perf_counter()
        try:
            answer = self._conversation.ask(question, allowed, f"after {position.moves!r}")
            seconds = perf_counter() - started
            if limit.seconds is not None:
                self._reserve -= max(seconds - limit.seconds, 0.0)
            return _read_choice(answer["choice"], position, seconds)
        except EnrayaError as failure:
            self._failure = failure
            raise

    def _allowed(self, limit: Limit) -> float:
        """How long to wait for the next move: as the game says, or else with its own reserve."""
        if self._clock is not None:
            return self._clock
        if limit.seconds is None:
            return self.allowance.seconds
        return limit.seconds + max(self._reserve, 0.0)

    def close(self) -> None:
        """Ends the agent and everything it started; does nothing the second time."""
        if self._conversation is not None and self._failure is None:
            self._conversation.end(_CLOSED)
        self._failure = self._failure or _CLOSED

    def __enter__(self) -> "IsolatedAgent":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _read_choice(answer: dict[str, Any], position: Position, seconds: float) -> Choice:
    """The choice in an answer, which the agent may have written itself.

    Raises:
        AgentFault: when its move is not legal.
    """
    move = answer["move"]
    if type(move) not in (int, str) or move not in position.legal_moves:
        raise AgentFault(Termination.ILLEGAL_MOVE, f"answered {move!r} after {position.moves!r}")
    return Choice(
        move=move,
        score=_number(answer["score"]),
        nodes=answer["nodes"],
        depth=answer["depth"],
        seconds=seconds,
        line=answer["line"],
        leaves=answer["leaves"],
        stopped=bool(answer["stopped"]),
    )


def _number(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
