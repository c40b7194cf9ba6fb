"""The process in which an agent plays one game, and what such agents of all languages share."""

import atexit
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from enraya.agents.players.agent import Choice
from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation import Allowance
from enraya.isolation.conversation import AnyConversation, Conversation
from enraya.isolation.faults import AgentFault, EndedFromOutside
from enraya.isolation.launcher import Launcher
from enraya.isolation.plain_conversation import PlainConversation
from enraya.limit import Limit
from enraya.platform import HAS_SANDBOX
from enraya.stopping import stopped_by
from enraya.texts import Sentence

LAUNCHER = Launcher(host="enraya.agents.host.sandboxed")
"""Starts all agents of this process in the sandbox."""
_HOST = "enraya.agents.host.answering"
"""The module that runs agents in ordinary processes, where there is no sandbox."""
atexit.register(LAUNCHER.stop)
CLOSED = AgentFault(Termination.CRASH, Sentence("fault.closed"))


class AgentProcess:
    """The process of one agent during one game, with the agent's clock and the way it ended.

    One thread plays; any other thread may call `close`.
    """

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.conversation: AnyConversation | None = None
        self.failure: EnrayaError | None = None
        self.clock: float | None = None
        """After how many seconds the next move is lost; None if the game has not said."""
        self._reserve = allowance.reserve_seconds
        self._lock = threading.RLock()

    def open(self, request: dict[str, Any], *, sees_folder: bool) -> AnyConversation:
        """Starts the process that a request describes; an ordinary one if there is no sandbox.

        Args:
            request: what to run, and how much it may use.
            sees_folder: whether the agent may read whatever lies beside its files.

        Raises:
            EnrayaError: when no process can be started.
        """
        if HAS_SANDBOX or "program" in request:
            line = LAUNCHER.launch(request)
            self.conversation = Conversation(line, self.allowance, sees_folder=sees_folder)
        else:
            self.conversation = PlainConversation(_HOST, request, self.allowance)
        return self.conversation

    def take_allowed(self, limit: Limit) -> float:
        """How many seconds to wait for the next move.

        The game may have said it for this move; otherwise it is the move's limit and what is left
        of the reserve, or the allowance for a move without a time limit.
        """
        told, self.clock = self.clock, None
        if told is not None:
            return told
        if limit.seconds is None:
            return self.allowance.seconds
        return limit.seconds + max(self._reserve, 0.0)

    def spend(self, limit: Limit, seconds: float) -> None:
        """Subtracts from the reserve the time by which a move exceeded its limit."""
        if limit.seconds is not None:
            self._reserve -= max(seconds - limit.seconds, 0.0)

    def close(self) -> None:
        """Ends the agent, even while another thread waits for its move."""
        if self.conversation is not None:
            self.conversation.cancel()
        self.end(CLOSED)

    def end(self, fault: AgentFault) -> EnrayaError:
        """Ends the agent because of a fault, and returns the failure that ended it.

        That is the fault with the last lines that the agent printed, or an earlier failure.
        """
        with self._lock:
            if self.failure is None:
                ended = self.conversation.end(fault) if self.conversation else fault
                self.failure = ended
            return self.failure

    @contextmanager
    def talking(self, conversation: AnyConversation) -> Iterator[None]:
        """Remembers a failure in the block; stopping this thread's work also ends its waiting."""
        with self._lock, stopped_by(conversation.cancel):
            try:
                yield
            except EnrayaError as failure:  # which has ended the conversation
                self.failure = failure
                raise


class ProcessAgent(ABC):
    """An `Agent` in a process of its own; anything it does wrong is raised as `AgentFault`.

    Call `start` before the clock runs. In the sandbox the agent is stopped between its moves, so it
    cannot think on its opponent's time. After `close`, or the end of the ``with`` block, none of
    its processes is left.

    Args:
        name: the text of the agent.
        allowance: how much it may use.
    """

    def __init__(self, name: str, allowance: Allowance) -> None:
        self.name = name
        self.allowance = allowance
        self._process = AgentProcess(allowance)

    def start(self) -> None:
        """Starts the agent and waits until it is ready; does nothing if it has been started.

        Raises:
            AgentFault: when that fails or takes too long, the agent cannot play the rules, or it
                has failed before.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """
        if self._process.failure is not None:
            raise self._process.failure
        if self._process.conversation is None:
            self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Starts the agent's process and waits until the agent is ready."""

    @abstractmethod
    def choose(self, position: Position, limit: Limit) -> Choice:
        """The agent's choice; `Choice.seconds` is measured from outside.

        Raises:
            AgentFault: when it does not choose a legal move in time; the agent has been ended.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """

    @property
    def was_ended(self) -> bool:
        """Whether the agent was killed from outside, which is not its fault."""
        return isinstance(self._process.failure, EndedFromOutside)

    def tell_clock(self, seconds: float) -> None:
        """Sets after how many seconds, as the game counts them, the next move is lost."""
        self._process.clock = seconds

    def close(self) -> None:
        """Ends the agent and everything it started; does nothing the second time.

        Another thread that waits for a move stops waiting.
        """
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
