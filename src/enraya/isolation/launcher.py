"""The games' side of the fork server: starts it when it is first needed, once per process."""

import json
import os
import socket
import subprocess
import sys
import threading
from typing import Any, NamedTuple

from enraya.errors import EnrayaError, InvalidSetting
from enraya.isolation.protocol import MAX_REQUEST
from enraya.isolation.sandbox import NOT_LINUX, SWITCH, Protection
from enraya.kernels import cache_directory
from enraya.platform import HAS_SANDBOX

_KEPT_VARIABLES = ("LANG", "LC_", "LD_LIBRARY_PATH", "NUMBA_", "PATH", "PYTHON", "TZ")
"""Prefixes of the environment variables that agents may see: none holds secrets or user names."""
_SET_VARIABLES = {
    "MALLOC_ARENA_MAX": "2",  # else each thread reserves memory that counts against the limit
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",  # an agent's folder holds what its author sent, nothing else
    "PYTHONHASHSEED": "0",  # the order of sets must not differ from run to run
    "PYTHONIOENCODING": "utf-8:backslashreplace",
}


_COMMON: dict[str, Any] = {"program": None, "writable": [], "kept_bytes": 2_000}
"""The defaults of a request: no program, no writable folder but the scratch folder, and the last
2 kB of what was printed are kept."""
_STARTS = 2
"""How often the fork server is started if it is killed before it is ready."""


class Line(NamedTuple):
    """The connections to a launched agent: two pipes with its process, a socket with its watch.

    The agent gets pipes because only bytes pass through them; over a socket, it could send open
    files.
    """

    questions: int
    answers: int
    control: socket.socket
    """Carries orders to the watch, and at the end its account."""


class _ForkServer(NamedTuple):
    owner: int
    process: subprocess.Popen[bytes]
    connection: socket.socket
    protection: Protection


class Launcher:
    """Starts agents, each in a fresh process; may be used from several threads.

    Args:
        host: the module that runs an agent; see `enraya.isolation.supervisor.Host`.
    """

    def __init__(self, host: str) -> None:
        self._host = host
        self._server: _ForkServer | None = None
        self._lock = threading.Lock()

    def launch(self, request: dict[str, Any]) -> Line:
        """Starts a new agent, which begins to load, and returns the line to it.

        Raises:
            EnrayaError: when no process can be started.
        """
        if not HAS_SANDBOX:
            raise InvalidSetting("agents in languages other than Python need Linux")
        message = json.dumps(_COMMON | request).encode()
        assert len(message) < MAX_REQUEST
        their_questions, questions = os.pipe()
        answers, their_answers = os.pipe()
        control, their_control = socket.socketpair()
        theirs = their_questions, their_answers, their_control.detach()
        try:
            self._send(message, theirs)
        except BaseException:
            _close(questions, answers, control.detach())
            raise
        finally:
            _close(*theirs)
        return Line(questions, answers, control)

    def _send(self, message: bytes, descriptors: tuple[int, ...]) -> None:
        with self._lock:
            try:
                socket.send_fds(self._running().connection, [message], descriptors)
            except OSError:  # it was killed; a second failure is no accident
                self._stop()
                socket.send_fds(self._running().connection, [message], descriptors)

    def protection(self) -> Protection:
        """Which parts of the sandbox protect this machine from agents."""
        if not HAS_SANDBOX:
            return NOT_LINUX
        with self._lock:
            return self._running().protection

    def stop(self) -> None:
        """Ends the fork server; agents that are still playing continue."""
        with self._lock:
            self._stop()

    def _running(self) -> _ForkServer:
        if self._server is None or self._server.owner != os.getpid():
            self._server = _start(self._host)
        return self._server

    def _stop(self) -> None:
        if self._server is not None and self._server.owner == os.getpid():
            self._server.connection.close()
            self._server.process.wait()
        self._server = None


def _start(host: str) -> _ForkServer:
    for _ in range(_STARTS):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        process = _process(host, theirs)
        if greeting := ours.recv(MAX_REQUEST):
            return _ForkServer(os.getpid(), process, ours, Protection(*json.loads(greeting)))
        ours.close()
        code = process.wait()
        if code >= 0:  # it ended by itself, as it would again
            break
    raise EnrayaError(f"cannot start processes for agents: exit code {code}")


def _process(host: str, connection: socket.socket) -> subprocess.Popen[bytes]:
    with connection:
        place = str(connection.fileno())
        return subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-P", "-m", "enraya.isolation.forkserver", place, host],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=environment(),
            pass_fds=(connection.fileno(),),
            start_new_session=True,  # Ctrl-C is for the games, which end their agents
        )


def environment() -> dict[str, str]:
    """The environment of agents' processes: the few variables that they may see."""
    kept = {k: v for k, v in os.environ.items() if k.startswith((*_KEPT_VARIABLES, SWITCH))}
    return kept | _SET_VARIABLES | {"NUMBA_CACHE_DIR": str(cache_directory())}


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
