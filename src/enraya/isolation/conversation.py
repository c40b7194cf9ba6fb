"""Questions to an agent's process and its answers; no wait is longer than its deadline."""

import json
import os
import select
import socket
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from time import monotonic
from typing import Any

from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.isolation import Allowance
from enraya.isolation.faults import AgentFault, diagnose, with_output
from enraya.isolation.launcher import Line
from enraya.isolation.protocol import GO_ON, LONGEST_ANSWER, READY, STOP, read_answer
from enraya.texts import Sentence

_CHUNK = 1 << 16
_ACCOUNT_SECONDS = 5.0
"""How long a game waits for the last message of the watch, so that it never hangs."""
CANCELLED = AgentFault(Termination.CRASH, Sentence("fault.cancelled"))


class AnyConversation(ABC):
    """Talks to one agent in lines of JSON, wherever its process runs."""

    account: dict[str, Any]
    """What is known of the process at the end."""

    def ask(self, question: dict[str, Any], seconds: float, late: Sentence) -> dict[str, Any]:
        """The agent's answer to a question; raises what `receive` raises."""
        self._send(json.dumps(question).encode() + b"\n")
        return self.receive(seconds, late)

    def receive(self, seconds: float, late: Sentence) -> dict[str, Any]:
        """The next answer, if it comes within ``seconds``.

        Args:
            seconds: how long to wait.
            late: what to blame the agent for if nothing comes.

        Raises:
            AgentFault: with what happened instead; by then nothing of the agent is left.
            EnrayaError: when its process could not even be started.
        """
        line = self.receive_line(seconds, late)
        try:
            return read_answer(line)
        except AgentFault as fault:
            raise self.end(fault) from None

    @abstractmethod
    def _send(self, line: bytes) -> None:
        """Writes a question."""

    @abstractmethod
    def receive_line(self, seconds: float, late: Sentence) -> bytes:
        """The next line, which may lack an end if it is far too long; raises as `receive` does."""

    @abstractmethod
    def cancel(self) -> None:
        """Stops the wait of another thread for an answer."""

    @abstractmethod
    def end(self, fault: AgentFault | None) -> EnrayaError:
        """Ends the agent with everything it started.

        Args:
            fault: what the agent did; None when its process ended on its own.

        Returns:
            What to raise: the fault, with the end of what the agent printed.
        """


class Conversation(AnyConversation):
    """Talks to one agent in the sandbox, which is stopped while no answer is awaited.

    One thread asks and ends; any other may `cancel`.
    """

    def __init__(self, line: Line, allowance: Allowance, *, sees_folder: bool = True) -> None:
        self._questions, self._answers, self._control = line
        for end in (self._questions, self._answers):
            os.set_blocking(end, False)  # an agent can open both ends, and empty or fill the pipe
        self._allowance = allowance
        self._sees_folder = sees_folder
        self._cancelled = False
        self._rest = b""
        self._account_begins = b""
        self.answers: int | None = None
        """How many lines a program has answered; None if it is no program."""
        self.account = {}
        self._lock = threading.Lock()

    def ask_line(self, question: bytes, seconds: float, late: Sentence) -> bytes:
        """The line with which a program answers a line; raises what `receive` raises.

        It lacks an end if it is far too long; what the program wrote after it is `early`.
        """
        self._send(question)
        line = self._first_line(self.receive_line(seconds, late))
        self.answers = (self.answers or 0) + 1
        return line

    def _send(self, question: bytes) -> None:
        if not self._order(GO_ON):
            raise self.end(CANCELLED if self._cancelled else None)
        with suppress(OSError):  # it ended, or reads nothing; its answers tell which
            os.write(self._questions, question)

    def early(self) -> bytes:
        """What a program that is stopped wrote before it was asked."""
        more = self._read_some()
        self._rest += more or b""
        return self._rest

    def forget_early(self) -> None:
        """Discards what a program wrote before its first question."""
        self._rest = b""

    def wait_until_ready(self, seconds: float) -> bytes:
        """Waits until a program that was started waits for input, and stops it.

        A program that takes longer than ``seconds`` is stopped where it is.

        Returns:
            The line that it wrote first, if it did not wait for a question; else nothing.

        Raises:
            AgentFault: when it ended.
            EnrayaError: when it could not even be started.
        """
        self.answers = 0
        with suppress(OSError):
            self._control.sendall(READY)
        line = self._first_line(self._read_line(monotonic() + seconds))
        if not self._order(STOP):
            raise self.end(CANCELLED if self._cancelled else None)
        return line

    def _first_line(self, data: bytes | None) -> bytes:
        """The line at the beginning of some data; the rest came early."""
        line, end, rest = (data or b"").partition(b"\n")
        self._rest += rest
        return line + end

    def receive_line(self, seconds: float, late: Sentence) -> bytes:
        """The next line, as the base class has it."""
        data = self._read_line(monotonic() + seconds)
        if data is None:
            raise self.end(AgentFault(Termination.TIMEOUT, late))
        if self._cancelled:
            raise self.end(CANCELLED)
        if not data:
            raise self.end(None)
        self._order(STOP)
        return data

    def _order(self, order: bytes) -> bool:
        """Stops the agent or lets it continue; returns when that is done, false if it has ended.

        The opponent's time begins when the agent is stopped; the agent's own begins when it is
        known not to have run meanwhile.
        """
        if self._account_begins:  # whose next byte is no reply
            return False
        with suppress(OSError):
            self._control.sendall(order)
            self._control.settimeout(_ACCOUNT_SECONDS)
            while (reply := self._control.recv(1)) == READY:
                pass  # said meanwhile, and no longer of interest
            self._account_begins = reply.removeprefix(order)
            return reply == order
        return False

    def _read_line(self, deadline: float) -> bytes | None:
        """One line, which may lack its end; nothing when the agent ended, None when time is up."""
        poll = select.poll()
        for end in (self._answers, self._control.fileno()):
            poll.register(end, select.POLLIN)
        data = b""
        while b"\n" not in data and len(data) <= LONGEST_ANSWER:
            ready = {number for number, _ in poll.poll(max(deadline - monotonic(), 0) * 1000)}
            if not ready or monotonic() > deadline:  # bytes that come one by one gain no time
                self._rest = data
                return None
            more = self._read_some() if self._answers in ready else b""
            if more is None:
                continue
            if more:
                data += more
            elif self._control.fileno() in ready:
                self._rest = data
                return b""
            else:
                poll.unregister(self._answers)  # it closed its end, but has not ended
        return data

    def _read_some(self) -> bytes | None:
        """What the agent has written; nothing at its end, None when the agent read it back."""
        try:
            return os.read(self._answers, _CHUNK)
        except BlockingIOError:
            return None

    def cancel(self) -> None:
        """Stops the wait of another thread for an answer."""
        with self._lock, suppress(OSError):
            self._cancelled = True
            self._control.shutdown(socket.SHUT_RDWR)

    def end(self, fault: AgentFault | None) -> EnrayaError:
        """Ends the agent with everything it started, as the base class has it."""
        failure = self._close(fault)
        if not isinstance(failure, AgentFault):
            return failure
        is_program = self.answers is not None
        return with_output(
            failure, self.account, is_program=is_program, sees_folder=self._sees_folder
        )

    def wait_for_end(self, seconds: float, late: Sentence) -> EnrayaError:
        """Waits until a process that is asked nothing has ended; `account` then tells about it.

        Args:
            seconds: how long to wait before it is ended.
            late: what to blame it for then.

        Returns:
            Why it ended, without what it printed.
        """
        if self._read_line(monotonic() + seconds) is None:
            return self._close(AgentFault(Termination.TIMEOUT, late))
        return self._close(CANCELLED if self._cancelled else None)

    def _close(self, fault: AgentFault | None) -> EnrayaError:
        with suppress(OSError):
            if fault is not None:
                self._control.shutdown(socket.SHUT_WR)
        self.account = self._account(monotonic() + _ACCOUNT_SECONDS)
        with self._lock:  # so that `cancel` finds the socket open or not at all
            os.close(self._questions)
            os.close(self._answers)
            self._control.close()
        if self.account.get("cause") == "broken":
            return EnrayaError(f"cannot start a process for an agent: {self.account['error']}")
        return fault or diagnose(self.account, self._allowance, self.answers)

    def _account(self, deadline: float) -> dict[str, Any]:
        """The last message of the process above the agent; empty if that was ended too."""
        data = self._account_begins
        with suppress(OSError):
            while True:
                self._control.settimeout(max(deadline - monotonic(), 0.001))
                more = self._control.recv(_CHUNK)
                if not more:
                    break
                data += more
        try:
            account: dict[str, Any] = json.loads(data)
        except ValueError:
            account = {}
        return account
