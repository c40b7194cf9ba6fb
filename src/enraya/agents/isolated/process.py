"""The process that an agent of any language plays one game in, and what all such agents share."""

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
"""The launcher of this process."""
_HOST = "enraya.agents.host.answering"
"""What runs agents in ordinary processes."""
atexit.register(LAUNCHER.stop)
CLOSED = AgentFault(Termination.CRASH, Sentence("fault.closed"))


class AgentProcess:
    """The process of one agent during one game: its clock, and how it ends.

    One thread plays; any other may `close`.
    """

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.conversation: AnyConversation | None = None
        self.failure: EnrayaError | None = None
        self.clock: float | None = None
        """The seconds after which the next move is lost, if the game said so."""
        self._reserve = allowance.reserve_seconds
        self._lock = threading.RLock()

    def open(self, request: dict[str, Any], *, sees_folder: bool) -> AnyConversation:
        """Starts the process that a request describes; without a sandbox, an ordinary one.

        Args:
            request: what to start.
            sees_folder: whether it sees what is beside its own files.

        Raises:
            EnrayaError: when none can be started.
        """
        if HAS_SANDBOX or "program" in request:
            line = LAUNCHER.launch(request)
            self.conversation = Conversation(line, self.allowance, sees_folder=sees_folder)
        else:
            self.conversation = PlainConversation(_HOST, request, self.allowance)
        return self.conversation

    def take_allowed(self, limit: Limit) -> float:
        """How long to wait for the next move: as the game said, or else with its own reserve."""
        told, self.clock = self.clock, None
        if told is not None:
            return told
        if limit.seconds is None:
            return self.allowance.seconds
        return limit.seconds + max(self._reserve, 0.0)

    def spend(self, limit: Limit, seconds: float) -> None:
        """Takes what a move took beyond its limit from the reserve."""
        if limit.seconds is not None:
            self._reserve -= max(seconds - limit.seconds, 0.0)

    def close(self) -> None:
        """Ends the agent, also while another thread waits for its move."""
        if self.conversation is not None:
            self.conversation.cancel()
        self.end(CLOSED)

    def end(self, fault: AgentFault) -> EnrayaError:
        """Ends the agent for a fault; returns that with what the agent printed."""
        with self._lock:
            if self.failure is None:
                ended = self.conversation.end(fault) if self.conversation else fault
                self.failure = ended
            return self.failure

    @contextmanager
    def talking(self, conversation: AnyConversation) -> Iterator[None]:
        """Remembers a failure inside; stopping this thread's work also stops the waiting."""
        with self._lock, stopped_by(conversation.cancel):
            try:
                yield
            except EnrayaError as failure:  # which has ended the conversation
                self.failure = failure
                raise


class ProcessAgent(ABC):
    """An `Agent` in processes of its own; anything it does wrong is raised as `AgentFault`.

    `start` it before the clock runs. Between its moves it is stopped, so it cannot think on its
    opponent's time. After `close`, or the end of its ``with`` block, no process of it is left.

    Args:
        name: the text of the agent.
        allowance: how much it may use.
    """

    def __init__(self, name: str, allowance: Allowance) -> None:
        self.name = name
        self.allowance = allowance
        self._process = AgentProcess(allowance)

    def start(self) -> None:
        """Starts it and waits until it is ready; does nothing the second time.

        Raises:
            AgentFault: when that fails or takes too long, or the agent cannot play the rules.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """
        if self._process.failure is not None:
            raise self._process.failure
        if self._process.conversation is None:
            self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Starts its process and waits until it is ready."""

    @abstractmethod
    def choose(self, position: Position, limit: Limit) -> Choice:
        """The agent's choice; `Choice.seconds` is measured from outside.

        Raises:
            AgentFault: when it does anything else; it is not asked again in this game.
            EnrayaError: when no process can be started, which is not the agent's fault.
        """

    @property
    def was_ended(self) -> bool:
        """Whether it was killed from outside, which is not the agent's fault."""
        return isinstance(self._process.failure, EndedFromOutside)

    def tell_clock(self, seconds: float) -> None:
        """Notes after how many seconds the next move is lost, as the game counts them."""
        self._process.clock = seconds

    def close(self) -> None:
        """Ends the agent and everything it started; does nothing the second time.

        Another thread that waits for its move waits no longer.
        """
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
