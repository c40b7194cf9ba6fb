"""The process above an agent's: reads what it prints, and ends it with everything it started."""

import json
import os
import select
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from typing import Any, NoReturn, Protocol

from enraya.isolation.linux import adopt_orphans, end_with_parent, show_as

STOP, GO_ON = b"s", b"g"
"""What the game may ask: to stop the agent between its moves, and to let it continue."""
_CHUNK = 1 << 16
_TAIL = 2_000
_KILL_PAUSE_SECONDS = 0.001
_OUTPUT, _ANSWERS = 1, 3
"""Where the agent's process finds its streams; everything from 4 on is closed there."""


class Host(Protocol):
    """What knows how to run an agent: a module of a layer above."""

    def prepare(self) -> None:
        """Loads what agents need, once, before the first is forked."""

    def run_agent(self, request: dict[str, Any], answers: socket) -> NoReturn:
        """Plays until nobody asks for moves; the caller has set up the standard streams."""


@dataclass(slots=True)
class _Output:
    """What an agent printed: how much, and the end of it."""

    most: int
    size: int = 0
    tail: bytes = b""

    def add(self, data: bytes) -> None:
        kept = data[: max(self.most - self.size, 0)]
        self.size += len(data)
        self.tail = (self.tail + kept)[-_TAIL:]

    @property
    def is_too_much(self) -> bool:
        return self.size > self.most


@dataclass(slots=True)
class _Watch:
    """An agent's process, seen from above."""

    agent: int
    output: _Output
    alone: bool
    """Whether this process and the agent's are the only ones in sight."""
    account: dict[str, Any] = field(default_factory=dict)


def supervise(host: Host, request: dict[str, Any], answers: int, control: int) -> NoReturn:
    """Runs an agent until the game closes ``control``, then leaves nothing of it behind.

    Raises:
        OSError: when no process can be started for it.
    """
    adopt_orphans()
    show_as("enraya-watch")
    read_end, write_end = os.pipe()
    above = os.getpid()
    agent = os.fork()
    if agent == 0:
        end_with_parent(above)
        _become_agent(host, request, answers, write_end)
    os.close(write_end)
    os.close(answers)
    watch = _Watch(agent, _Output(request["output_bytes"]), request["sandbox"])
    with suppress(OSError), socket(fileno=control) as channel:  # the game may be gone
        _follow(watch, channel, read_end)
        _end_all(watch)
        _read_rest(watch, read_end)
        account = {**watch.account, "tail": watch.output.tail.decode(errors="replace")}
        channel.sendall(json.dumps(account).encode())
    os._exit(0)


def _become_agent(host: Host, request: dict[str, Any], answers: int, output: int) -> NoReturn:
    nothing = os.open(os.devnull, os.O_RDONLY)
    answers, output = os.dup(answers), os.dup(output)  # so that neither is overwritten below
    os.dup2(nothing, 0)
    os.dup2(output, _OUTPUT)
    os.dup2(output, _OUTPUT + 1)
    os.dup2(answers, _ANSWERS, inheritable=False)
    os.closerange(_ANSWERS + 1, os.sysconf("SC_OPEN_MAX"))
    host.run_agent(request, socket(fileno=_ANSWERS))


def _follow(watch: _Watch, channel: socket, output: int) -> None:
    """Returns when the agent has to end, or has; the account says why if it is to blame."""
    ended = os.pidfd_open(watch.agent)
    poll = select.poll()
    for descriptor in (channel.fileno(), output, ended):
        poll.register(descriptor, select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poll.poll()}
        if channel.fileno() in ready and not _obey(watch, channel.recv(1)):
            return
        if output in ready and not _read_output(watch, output):
            poll.unregister(output)
        if watch.output.is_too_much:
            watch.account = {"cause": "output"}
            return
        if ended in ready:
            _, status, usage = os.wait4(watch.agent, 0)
            watch.account = {"cause": "end", "status": os.waitstatus_to_exitcode(status)}
            watch.account["memory_mb"] = usage.ru_maxrss >> 10
            return


def _obey(watch: _Watch, order: bytes) -> bool:
    """Does what the game asks; False when it asks for nothing more."""
    if order in (STOP, GO_ON):
        os.kill(watch.agent, signal.SIGSTOP if order == STOP else signal.SIGCONT)
    return bool(order)


def _read_output(watch: _Watch, output: int) -> bool:
    data = os.read(output, _CHUNK)
    watch.output.add(data)
    return bool(data)


def _read_rest(watch: _Watch, output: int) -> None:
    """Reads what was printed before the end; nobody can print now."""
    while not watch.output.is_too_much and _read_output(watch, output):
        pass


def _end_all(watch: _Watch) -> None:
    """Ends every descendant of this process, and returns when none is left."""
    while True:
        _kill_descendants(watch)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(_KILL_PAUSE_SECONDS)


def _kill_descendants(watch: _Watch) -> None:
    for process in [-1] if watch.alone else _descendants(os.getpid()):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _descendants(ancestor: int) -> list[int]:
    """The numbers of all processes below one, nearest first."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (parent := _parent(entry)):
            children.setdefault(parent, []).append(int(entry.name))
    found = [ancestor]
    for process in found:
        found += children.get(process, [])
    return found[1:]


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
