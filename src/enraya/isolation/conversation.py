"""Asks an agent's process questions and receives its answers; every wait has a deadline."""

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
"""How long a game waits for a message of the watch, so that it never hangs."""
CANCELLED = AgentFault(Termination.CRASH, Sentence("fault.cancelled"))


class AnyConversation(ABC):
    """Talks to one agent in lines of JSON, wherever its process runs."""

    account: dict[str, Any]
    """What is known about the process once it has ended; empty before."""

    def ask(self, question: dict[str, Any], seconds: float, late: Sentence) -> dict[str, Any]:
        """The agent's answer to a question; raises what `receive` raises."""
        self._send(json.dumps(question).encode() + b"\n")
        return self.receive(seconds, late)

    def receive(self, seconds: float, late: Sentence) -> dict[str, Any]:
        """The next answer, if it comes within ``seconds``.

        Args:
            seconds: how long to wait.
            late: the fault's reason if no answer comes in time.

        Raises:
            AgentFault: when no valid answer came; the agent and all it started have ended by then.
            EnrayaError: when the agent's process could not be started.
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
        """The next line of the agent; raises what `receive` raises.

        A line that is far too long may lack its end.
        """

    @abstractmethod
    def cancel(self) -> None:
        """Makes another thread stop waiting for an answer."""

    @abstractmethod
    def end(self, fault: AgentFault | None) -> EnrayaError:
        """Ends the agent with everything it started.

        Args:
            fault: what the agent did wrong; None if its process ended by itself.

        Returns:
            The error to raise: the fault, with the last lines that the agent printed.
        """


class Conversation(AnyConversation):
    """Talks to one agent in the sandbox, which is stopped while no answer is awaited.

    Only one thread may use it, but any other thread may call `cancel`.
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
        """How many questions a program has answered; None if the agent is not a program."""
        self.account = {}
        self._lock = threading.Lock()

    def ask_line(self, question: bytes, seconds: float, late: Sentence) -> bytes:
        """Asks a program a question and returns its answer; raises what `receive` raises.

        Both are lines. An answer that is far too long may lack its end. `early` returns what the
        program wrote after the answer.
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
        """What a stopped program wrote before it was asked."""
        more = self._read_some()
        self._rest += more or b""
        return self._rest

    def forget_early(self) -> None:
        """Discards what a program wrote before its first question."""
        self._rest = b""

    def wait_until_ready(self, seconds: float) -> bytes:
        """Waits until a program that was just started is ready for input, and stops it.

        A program that takes longer than ``seconds`` is stopped all the same.

        Returns:
            The first line that the program wrote before it was ready; empty if it wrote none.

        Raises:
            AgentFault: when the program has ended.
            EnrayaError: when its process could not be started.
        """
        self.answers = 0
        with suppress(OSError):
            self._control.sendall(READY)
        line = self._first_line(self._read_line(monotonic() + seconds))
        if not self._order(STOP):
            raise self.end(CANCELLED if self._cancelled else None)
        return line

    def _first_line(self, data: bytes | None) -> bytes:
        """The first line of some data; the rest is kept for `early`."""
        line, end, rest = (data or b"").partition(b"\n")
        self._rest += rest
        return line + end

    def receive_line(self, seconds: float, late: Sentence) -> bytes:
        """The next line of the agent; see `AnyConversation.receive_line`."""
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
        """Has the watch stop the agent or let it continue; False if the agent has ended.

        Returns when that is done: the opponent's time begins when the agent is stopped, and the
        agent's own time begins when it is known not to have run meanwhile.
        """
        if self._account_begins:  # what follows is the account, not a reply
            return False
        with suppress(OSError):
            self._control.sendall(order)
            self._control.settimeout(_ACCOUNT_SECONDS)
            while (reply := self._control.recv(1)) == READY:
                pass  # sent meanwhile, and no longer of interest
            self._account_begins = reply.removeprefix(order)
            return reply == order
        return False

    def _read_line(self, deadline: float) -> bytes | None:
        """One line, which may lack its end; empty if the agent has ended, None if time is up."""
        poll = select.poll()
        for end in (self._answers, self._control.fileno()):
            poll.register(end, select.POLLIN)
        data = b""
        while b"\n" not in data and len(data) <= LONGEST_ANSWER:
            ready = {number for number, _ in poll.poll(max(deadline - monotonic(), 0) * 1000)}
            if not ready or monotonic() > deadline:  # sending byte by byte gains no time
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
        """What the agent has written; empty at the end, None if the agent read it back itself."""
        try:
            return os.read(self._answers, _CHUNK)
        except BlockingIOError:
            return None

    def cancel(self) -> None:
        """Makes another thread stop waiting for an answer."""
        with self._lock, suppress(OSError):
            self._cancelled = True
            self._control.shutdown(socket.SHUT_RDWR)

    def end(self, fault: AgentFault | None) -> EnrayaError:
        """Ends the agent with everything it started; see `AnyConversation.end`."""
        failure = self._close(fault)
        if not isinstance(failure, AgentFault):
            return failure
        is_program = self.answers is not None
        return with_output(
            failure, self.account, is_program=is_program, sees_folder=self._sees_folder
        )

    def wait_for_end(self, seconds: float, late: Sentence) -> EnrayaError:
        """Waits for the end of a process that is asked nothing; then `account` says how it ended.

        Args:
            seconds: how long to wait before the process is ended.
            late: the fault's reason in that case.

        Returns:
            Why the process ended, without what it printed.
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
        """The last message of the watch, the agent's parent process; empty if that ended too."""
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
