"""The watch, an agent's parent process: limits what it prints and uses, and ends all it started."""

import json
import os
import select
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from socket import socket, socketpair
from typing import Any, NoReturn, Protocol

from enraya.isolation.consumption import (
    Idleness,
    TreeMemory,
    consumption,
    descendants,
    is_still,
    others_in_sight,
    processor_seconds,
    sockets,
)
from enraya.isolation.program import become_program, wait_until_started
from enraya.isolation.protocol import GO_ON, READY, STOP
from enraya.isolation.referrals import Referrals, receive_referrals, send_referrals
from enraya.isolation.sandbox.linux import adopt_orphans, end_with_parent, show_as
from enraya.isolation.sandbox.products import hand_over, make_runnable

_CHUNK = 1 << 16
_MEGABYTE = 1 << 20
_KILL_PAUSE_SECONDS = 0.001
_LOOK_SECONDS = 0.02
"""The time between two looks at memory and threads while the agent thinks."""
_EAGER_SECONDS = 0.005
"""The same while a game waits for a program to be ready."""
_SPARE = 64 * _MEGABYTE
"""How much more memory the watch allows than the limit on the address space, so that the latter is
reached first: its error names a line of the agent."""
_MOST_THREADS = 64
_MOST_SOCKETS = 64
"""Sockets are limited because data that waits in them takes memory that counts for no process."""
_ALL = -1
"""The target that signals all processes at once, so that none can start another meanwhile."""
_STOP_SECONDS = 0.05
"""How long the watch tries to stop an agent; a process in the kernel does not stop at once."""
_STOLEN_SECONDS = 0.1
"""How long a stopped agent may have run: threads in the kernel first finish what they do there."""
_OUTPUT, _QUESTIONS, _ANSWERS = 1, 3, 4
"""The descriptors of the agent's process; all from 5 on are closed."""


class Host(Protocol):
    """A module of a higher layer that knows how to run an agent."""

    def prepare(self) -> None:
        """Loads what agents need; called once, before the first agent is forked."""

    def run_agent(self, request: dict[str, Any], questions: int, answers: int) -> NoReturn:
        """Runs an agent until its questions end; the caller has set up the standard streams."""


@dataclass(slots=True)
class _Output:
    """What an agent has printed: how much, and the end of it."""

    most: int
    kept: int
    size: int = 0
    tail: bytes = b""

    def add(self, data: bytes) -> None:
        kept = data[: max(self.most - self.size, 0)]
        self.size += len(data)
        self.tail = (self.tail + kept)[-self.kept :]

    @property
    def is_too_much(self) -> bool:
        return self.size > self.most


@dataclass(slots=True)
class _Watch:
    """What the watch knows about its agent."""

    agent: int
    output: _Output
    most_memory: int
    """The limit in bytes, including what enraya itself takes if it runs in the same process."""
    is_tree: bool
    """Whether the agent may have started other processes."""
    owns_processes: bool
    """Whether this process and its descendants are the only ones in sight."""
    counts_sockets: bool
    """Whether the agent may have sockets, and all those of the network namespace are its own."""
    tree_memory: TreeMemory | None
    """Measures the memory of a program; None for an agent in Python."""
    stopped_at: dict[int, float] | None = None
    """The processor time of each process when it was stopped; None while the agent may think."""
    account: dict[str, Any] = field(default_factory=dict)
    referrals: Referrals | None = None
    idleness: Idleness | None = None
    """Tells when a program is ready; None unless a game waits for that."""
    room: int = 0
    """How many threads may be started before all are counted again."""

    def processes(self) -> list[int]:
        """The IDs of the agent's process and of those that it started."""
        if not self.is_tree:
            return [self.agent]
        return others_in_sight() if self.owns_processes else descendants(os.getpid())


def supervise(
    host: Host, request: dict[str, Any], questions: int, answers: int, control: int
) -> NoReturn:
    """Runs an agent until it ends or the game closes ``control``, then ends all that it started.

    Raises:
        OSError: when no process can be started for the agent.
    """
    adopt_orphans()
    show_as("enraya-watch")
    read_end, write_end = os.pipe()
    ours, theirs = socketpair()
    above = os.getpid()
    agent = os.fork()
    if agent == 0:
        end_with_parent(above)
        os.setsid()  # processor time is divided by sessions first, so the watch gets its share
        if request["program"]:
            become_program(request, questions, answers, write_end, theirs.detach())
        if request["processes"]:
            send_referrals(theirs, starts=not request["is_count_limited"])
        _become_agent(host, request, questions, answers, write_end)
    for descriptor in (write_end, questions, answers, theirs.detach()):
        os.close(descriptor)
    os.set_blocking(read_end, False)
    watch = _watch(agent, request)
    with socket(fileno=control) as channel:
        with suppress(OSError):  # the game may be gone
            if request["program"] or request["processes"]:
                watch.referrals = receive_referrals(ours)
            if request["program"] and (error := wait_until_started(ours)):
                watch.account = {"cause": "start", **error}
            _follow(watch, channel, read_end)
        _end_all(watch)
        _read_output(watch, read_end)
        try:
            _hand_over(request)
        except OSError as error:  # such as a full disk
            watch.account = {"cause": "unkept", "error": error.strerror}
        account = {**watch.account, "tail": watch.output.tail.decode(errors="replace")}
        with suppress(OSError):
            channel.sendall(json.dumps(account).encode())
    os._exit(0)


def _hand_over(request: dict[str, Any]) -> None:
    """Hands over what a tool made in the folders where it may write."""
    for handover in request["handovers"]:
        hand_over(handover)
    for folder in [] if request["own_root"] else request["writable"]:
        make_runnable(folder)


def _watch(agent: int, request: dict[str, Any]) -> _Watch:
    shared = 0 if request["program"] else consumption([os.getpid()]).memory_bytes + _SPARE
    return _Watch(
        agent,
        _Output(request["output_bytes"], request["kept_bytes"]),
        most_memory=shared + request["memory_mb"] * _MEGABYTE,
        is_tree=request["processes"],
        owns_processes=request["own_root"],
        counts_sockets=bool(request["program"]) and request["own_root"],
        tree_memory=TreeMemory() if request["program"] else None,
    )


def _become_agent(
    host: Host, request: dict[str, Any], questions: int, answers: int, output: int
) -> NoReturn:
    nothing = os.open(os.devnull, os.O_RDONLY)
    ends = [os.dup(end) for end in (questions, answers, output)]  # so that none is overwritten
    os.dup2(nothing, 0)
    os.dup2(ends[2], _OUTPUT)
    os.dup2(ends[2], _OUTPUT + 1)
    os.dup2(ends[0], _QUESTIONS, inheritable=False)
    os.dup2(ends[1], _ANSWERS, inheritable=False)
    os.closerange(_ANSWERS + 1, os.sysconf("SC_OPEN_MAX"))
    host.run_agent(request, _QUESTIONS, _ANSWERS)


def _follow(watch: _Watch, channel: socket, output: int) -> None:
    """Watches the agent until it ends or must be ended; the account says why if it is to blame."""
    ended = os.pidfd_open(watch.agent)
    poll = select.poll()
    for descriptor in (channel.fileno(), output, ended):
        poll.register(descriptor, select.POLLIN)
    referrals = watch.referrals
    if referrals is not None:
        poll.register(referrals, select.POLLIN)
    next_look = time.monotonic()
    while not watch.account:
        ready = dict(poll.poll(_pause(watch, next_look)))
        if referrals is not None:
            _answer_referrals(watch, referrals, poll, ready.get(referrals.fileno(), 0))
        if channel.fileno() in ready and not _obey(watch, channel):
            return
        if output in ready and not _read_output(watch, output):
            poll.unregister(output)
        if ended in ready:
            _, status, usage = os.wait4(watch.agent, 0)
            watch.account = {"cause": "end", "status": os.waitstatus_to_exitcode(status)}
            watch.account["memory_mb"] = usage.ru_maxrss >> 10
        elif watch.output.is_too_much:
            watch.account = {"cause": "output"}
        elif _thinks(watch) and time.monotonic() >= next_look:  # even if it prints all the time
            _look(watch)
            if watch.idleness is not None and watch.idleness.found(watch.processes()):
                watch.idleness = None  # the game is told once
                channel.sendall(READY)
            next_look = time.monotonic() + (_EAGER_SECONDS if watch.idleness else _LOOK_SECONDS)


def _thinks(watch: _Watch) -> bool:
    return watch.stopped_at is None


def _pause(watch: _Watch, next_look: float) -> float | None:
    """The milliseconds until something has to be done; None if only an event can require that."""
    if not _thinks(watch):
        return None
    answer = watch.referrals.next_answer if watch.referrals else None
    return max(min(next_look, answer or next_look) - time.monotonic(), 0) * 1000


def _answer_referrals(watch: _Watch, referrals: Referrals, poll: select.poll, event: int) -> None:
    if event & select.POLLIN:
        referrals.take(lambda: _may_start(watch))
    elif event:
        poll.unregister(referrals)  # every process that could call has ended
    if _thinks(watch):
        referrals.answer_waiting()


def _may_start(watch: _Watch) -> bool:
    """Whether one more thread may start in any of the agent's processes; if not, the agent ends."""
    if watch.room == 0:
        _look(watch)
    if watch.room == 0 and not watch.account:
        watch.account = {"cause": "threads", "most": _MOST_THREADS}
    watch.room = max(watch.room - 1, 0)
    return not watch.account


def _look(watch: _Watch) -> None:
    """Measures what the agent uses; if that is too much, the account says so."""
    processes = watch.processes()
    if watch.is_tree:
        _forget_ended(watch, processes)
    if len(processes) > _MOST_THREADS:
        processes = watch.processes()
        if len(processes) > _MOST_THREADS:  # they would leave no time to measure each of them
            watch.room, watch.account = 0, {"cause": "threads", "most": _MOST_THREADS}
            return
    used = consumption(processes)
    memory = used.memory_bytes
    if watch.tree_memory is not None:
        memory = watch.tree_memory.bytes_of(processes, watch.most_memory)
    watch.room = max(_MOST_THREADS - used.threads, 0)
    if used.threads > _MOST_THREADS:
        watch.account = {"cause": "threads", "most": _MOST_THREADS}
    elif memory > watch.most_memory:
        watch.account = {"cause": "memory"}
    elif watch.counts_sockets and sockets() > _MOST_SOCKETS:
        watch.account = {"cause": "sockets", "most": _MOST_SOCKETS}


def _forget_ended(watch: _Watch, processes: list[int]) -> None:
    """Reaps processes that ended after their parents; otherwise they would count as threads."""
    for process in processes:
        if process != watch.agent:
            with suppress(ChildProcessError):
                os.waitpid(process, os.WNOHANG)


def _obey(watch: _Watch, channel: socket) -> bool:
    """Carries out an order of the game; False when the game has closed the connection."""
    order = channel.recv(1)
    if order == READY:
        watch.idleness = Idleness()
        return True
    watch.idleness = None
    if order == STOP:
        _stop(watch)
        watch.stopped_at = _processor_seconds(watch)
    elif order == GO_ON:
        stolen = _stolen_seconds(watch)
        if stolen > _STOLEN_SECONDS:
            watch.account = {"cause": "stolen", "seconds": stolen}
            return True  # the account ends the agent
        watch.stopped_at = None
        _signal(watch, signal.SIGCONT)
    channel.sendall(order)
    return bool(order)


def _stop(watch: _Watch) -> None:
    """Stops the agent; tries again while one of its processes runs, as it may continue others."""
    deadline = time.monotonic() + _STOP_SECONDS
    _signal(watch, signal.SIGSTOP)
    while watch.is_tree and time.monotonic() < deadline:
        if all(map(is_still, watch.processes())):
            return
        _signal(watch, signal.SIGSTOP)


def _processor_seconds(watch: _Watch) -> dict[int, float]:
    return {process: processor_seconds(process) for process in watch.processes()}


def _stolen_seconds(watch: _Watch) -> float:
    """How long the agent has run since it was stopped, without processes that have ended since."""
    if watch.stopped_at is None:
        return 0.0
    return sum(
        max(seconds - watch.stopped_at.get(process, 0.0), 0.0)
        for process, seconds in _processor_seconds(watch).items()
    )


def _signal(watch: _Watch, number: signal.Signals) -> None:
    """Signals the agent and everything it started."""
    for process in [_ALL] if watch.owns_processes else watch.processes():
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _read_output(watch: _Watch, output: int) -> bool:
    """Reads what the agent has printed; False if it can print nothing more."""
    try:
        while not watch.output.is_too_much and (data := os.read(output, _CHUNK)):
            watch.output.add(data)
    except BlockingIOError:
        return True
    return watch.output.is_too_much


def _end_all(watch: _Watch) -> None:
    """Kills every descendant of this process, and returns when none is left."""
    while True:
        _signal(watch, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(_KILL_PAUSE_SECONDS)
