"""Questions to an agent's process and its answers, with a limit on waiting."""

import json
import select
import socket
from contextlib import suppress
from time import monotonic
from typing import Any

from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.isolation.allowance import Allowance
from enraya.isolation.diagnosis import diagnose, with_output
from enraya.isolation.faults import AgentFault
from enraya.isolation.launcher import Line
from enraya.isolation.supervisor import GO_ON, STOP

_CHUNK = 1 << 16
_MAX_ANSWER = 1 << 20


class Conversation:
    """Talks to one agent; the agent is stopped while nobody waits for its answer."""

    def __init__(self, line: Line, allowance: Allowance) -> None:
        self._answers, self._control = line
        self._allowance = allowance

    def ask(self, question: dict[str, Any], seconds: float, when: str) -> dict[str, Any]:
        """The agent's answer to a question; raises what `receive` raises."""
        with suppress(OSError):  # it ended; the account will say how
            self._control.sendall(GO_ON)
            self._answers.sendall(json.dumps(question).encode() + b"\n")
        return self.receive(seconds, when)

    def receive(self, seconds: float, when: str) -> dict[str, Any]:
        """The next answer, if it comes within ``seconds``.

        Raises:
            AgentFault: with what happened instead; by then no process of the agent is left.
            EnrayaError: when it could not even be started.
        """
        data = self._read_line(monotonic() + seconds)
        if data is None:
            raise self.end(AgentFault(Termination.TIMEOUT, f"no answer in {seconds:g} s {when}"))
        if not data.endswith(b"\n"):
            raise self.end(None)
        with suppress(OSError):
            self._control.sendall(STOP)
        try:
            answer: dict[str, Any] = json.loads(data)
            fault = answer.get("fault") and AgentFault(
                Termination(answer["fault"]), str(answer["reason"])
            )
        except (ValueError, AttributeError, KeyError):
            fault = AgentFault(Termination.CRASH, "wrote into the channel of its answers")
        if fault:
            raise self.end(fault)
        return answer

    def _read_line(self, deadline: float) -> bytes | None:
        """What arrives before the end of a line or of the agent; None when time is up."""
        poll = select.poll()
        for end in (self._answers, self._control):
            poll.register(end, select.POLLIN)
        data = b""
        while not data.endswith(b"\n") and len(data) < _MAX_ANSWER:
            left = deadline - monotonic()
            ready = [number for number, _ in poll.poll(max(left, 0) * 1000)]
            if not ready:
                return None
            more = self._more() if self._answers.fileno() in ready else b""
            if not more:
                break
            data += more
        return data

    def _more(self) -> bytes:
        try:
            return self._answers.recv(_CHUNK)
        except OSError:
            return b""

    def end(self, fault: AgentFault | None) -> EnrayaError:
        """Ends the agent with everything it started.

        Args:
            fault: what the agent did; None when its process ended on its own.

        Returns:
            What to raise: the fault, with the end of what the agent printed.
        """
        with suppress(OSError):
            if fault is not None:
                self._control.shutdown(socket.SHUT_WR)
        account = self._account()
        self._answers.close()
        self._control.close()
        if account.get("cause") == "broken":
            return EnrayaError(f"cannot start a process for an agent: {account['error']}")
        return with_output(fault or diagnose(account, self._allowance), account)

    def _account(self) -> dict[str, Any]:
        """The last message of the process above the agent; empty if that was ended too."""
        data = b""
        with suppress(OSError):
            while more := self._control.recv(_CHUNK):
                data += more
        try:
            account: dict[str, Any] = json.loads(data)
        except ValueError:
            account = {}
        return account
