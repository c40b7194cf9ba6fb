"""Talks to an agent in an ordinary process, on systems without a sandbox.

Only its time and its output are limited; the agent may do anything else, and may think on its
opponent's time.
"""

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.isolation import Allowance
from enraya.isolation.conversation import CANCELLED, AnyConversation
from enraya.isolation.faults import AgentFault, diagnose, with_output
from enraya.isolation.launcher import environment
from enraya.isolation.protocol import LONGEST_ANSWER
from enraya.platform import end_tree
from enraya.texts import Sentence

_CHUNK = 1 << 16
_KEPT_BYTES = 2_000
_END = b""
_READER_SECONDS = 5.0
"""How long to wait for the last output of a process if another one holds its streams open."""


class PlainConversation(AnyConversation):
    """Talks to one agent in an ordinary process.

    Args:
        host: the module whose function ``answer_all`` runs an agent.
        request: what the process is to run.
        allowance: how much it may use.

    Raises:
        EnrayaError: when no process can be started.
    """

    def __init__(self, host: str, request: dict[str, Any], allowance: Allowance) -> None:
        self._allowance = allowance
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._printed = 0
        self._tail = b""
        self._cancelled = False
        self.account = {}
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-P", "-m", "enraya.isolation.plain_process", host],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
                start_new_session=True,  # Ctrl-C is for the games, which end their agents
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise EnrayaError(f"cannot start a process for an agent: {error.strerror}") from None
        self._readers = [
            threading.Thread(target=read, daemon=True)
            for read in (self._read_answers, self._read_output)
        ]
        for reader in self._readers:
            reader.start()
        self._send(json.dumps(request).encode() + b"\n")

    def receive_line(self, seconds: float, late: Sentence) -> bytes:
        """The next line of the agent; see `AnyConversation.receive_line`."""
        try:
            line = self._answers.get(timeout=max(seconds, 0.0))
        except Empty:
            raise self.end(AgentFault(Termination.TIMEOUT, late)) from None
        if self._cancelled:
            raise self.end(CANCELLED)
        if line == _END:
            raise self.end(None)
        return line

    def cancel(self) -> None:
        """Makes another thread stop waiting for an answer."""
        self._cancelled = True
        self._answers.put(_END)

    def end(self, fault: AgentFault | None) -> EnrayaError:
        """Ends the agent with everything it started; see `AnyConversation.end`."""
        if fault is None and not self._is_too_loud:
            with suppress(subprocess.TimeoutExpired):  # it may only have closed its end
                self._process.wait(_READER_SECONDS)
        end_tree(self._process)
        deadline = monotonic() + _READER_SECONDS
        for reader in self._readers:
            reader.join(max(deadline - monotonic(), 0.0))
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            with suppress(OSError, ValueError):
                stream.close()
        self.account = account = {
            "cause": "output" if self._is_too_loud else "end",
            "status": self._process.returncode,
            "memory_mb": 0,
            "tail": self._tail.decode(errors="replace"),
        }
        return with_output(fault or diagnose(account, self._allowance), account)

    @property
    def _is_too_loud(self) -> bool:
        return self._printed > self._allowance.output_bytes

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it ended, which its answers will say
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_ANSWER + 1):
                self._answers.put(line)
        self._answers.put(_END)

    def _read_output(self) -> None:
        assert self._process.stderr is not None
        errors = self._process.stderr.fileno()
        with suppress(OSError):
            while not self._is_too_loud and (data := os.read(errors, _CHUNK)):
                self._printed += len(data)
                self._tail = (self._tail + data)[-_KEPT_BYTES:]
        if self._is_too_loud:
            self._process.kill()
