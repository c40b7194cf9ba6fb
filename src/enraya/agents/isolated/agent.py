"""An agent in its own process, seen from the game: it plays, or it fails."""

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from time import perf_counter

from enraya.agents.agent import Choice
from enraya.agents.isolated.answers import read_choice
from enraya.agents.isolated.files import visible_files
from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.allowance import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.conversation import Conversation
from enraya.isolation.faults import AgentFault, EndedFromOutside
from enraya.isolation.launcher import Launcher
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.stopping import stopped_by
from enraya.texts import Sentence

LAUNCHER = Launcher(host="enraya.agents.isolated.host")
"""The launcher of this process."""
atexit.register(LAUNCHER.stop)
_CLOSED = AgentFault(Termination.CRASH, Sentence("fault.closed"))


class IsolatedAgent:
    """An `Agent` that cannot harm the game: anything it does wrong is raised as `AgentFault`.

    Use it for one game, so that nothing is carried over to the next; `start` it before the
    clock runs. After `close`, or the end of its ``with`` block, none of its processes are left.
    Between its moves the agent is stopped, so it cannot think on its opponent's time.

    Args:
        spec: the text of the agent.
        seed: for its random choices.
        rules: what it will be asked to play.
        allowance: how much it may use.
        alone: whether it sees only its own file, not the folder that it is in.

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
        alone: bool = False,
    ) -> None:
        self.name = spec.strip()
        self.seed = seed
        self.rules = rules
        self.allowance = allowance
        self.alone = alone
        self._clock: float | None = None
        self._reserve = allowance.reserve_seconds
        self._lock = threading.RLock()
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
            "files": visible_files(self.name, alone=self.alone),
            **asdict(self.allowance),
        }
        self._conversation = Conversation(LAUNCHER.launch(request), self.allowance)
        with self._talking(self._conversation):
            seconds = self.allowance.load_seconds
            self._conversation.receive(seconds, Sentence("fault.loading", seconds=seconds))

    @property
    def was_ended(self) -> bool:
        """Whether somebody else ended it, so that its failure is not its own."""
        return isinstance(self._failure, EndedFromOutside)

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
        late = Sentence("fault.no_answer", seconds=float(allowed), moves=repr(position.moves))
        with self._talking(self._conversation):
            started = perf_counter()
            answer = self._conversation.ask(question, allowed, late)
            seconds = perf_counter() - started
        if limit.seconds is not None:
            self._reserve -= max(seconds - limit.seconds, 0.0)
        try:
            return read_choice(answer, position, seconds)
        except AgentFault as fault:
            self._end(fault)
            raise

    def _allowed(self, limit: Limit) -> float:
        """How long to wait for the next move: as the game says, or else with its own reserve."""
        if self._clock is not None:
            return self._clock
        if limit.seconds is None:
            return self.allowance.seconds
        return limit.seconds + max(self._reserve, 0.0)

    def close(self) -> None:
        """Ends the agent and everything it started; does nothing the second time.

        Another thread that waits for its move waits no longer.
        """
        if self._conversation is not None:
            self._conversation.cancel()
        self._end(_CLOSED)

    def _end(self, failure: AgentFault) -> None:
        with self._lock:
            if self._conversation is not None and self._failure is None:
                self._conversation.end(failure)
            self._failure = self._failure or failure

    @contextmanager
    def _talking(self, conversation: Conversation) -> Iterator[None]:
        """Remembers a failure; whoever stops this thread's work stops the waiting inside."""
        with self._lock, stopped_by(conversation.cancel):
            try:
                yield
            except EnrayaError as failure:  # which has ended the conversation
                self._failure = failure
                raise

    def __enter__(self) -> "IsolatedAgent":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
