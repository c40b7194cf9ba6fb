"""Calls that the filter of an agent's process refers to its watch (seccomp_unotify(2)).

Starting a process or a thread, where the kernel has no limit for a namespace: the watch counts
them, so that there are never too many, however fast they come. A call that is referred ends when a
signal arrives that the program handles, and shells do not expect that of a start. Adding to the
descriptors that are waited for: all agents of a user, and the server that runs them, share how many
there may be. Waiting for another process, as the C library also waits for the end of a thread:
no process may wait there, where two agents could meet; the watch makes the call return after a
while, and the C library looks again.
"""

import errno
import fcntl
import heapq
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from socket import recv_fds, send_fds, socket
from time import monotonic

from enraya.isolation.sandbox.seccomp import refer_calls
from enraya.isolation.sandbox.syscalls import this_machine

_RECEIVE, _ANSWER = 0xC0502100, 0xC0182101
_CALL, _REPLY = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
_NUMBER_FIELD = 3
_LET_PASS = 1
_SHORTEST, _LONGEST = 0.001, 0.02
"""Seconds after which a wait returns: each time twice as many, as it has lasted already."""
_MOST_REMEMBERED = 1_000
_MOST_WATCHES = 10_000
"""Descriptors that a program may add to those it waits for, in a game; virtual machines add some
ten."""
_SENT = b"r"


def send_referrals(watch: socket, *, starts: bool) -> bool:
    """Refers calls of this process to the watch at the other end; False where none can be.

    Args:
        watch: where to send who answers them.
        starts: whether those that start processes and threads are among them.
    """
    try:
        listener = refer_calls(starts=starts)
    except OSError:
        watch.sendall(_SENT)
        return False
    send_fds(watch, [_SENT], [listener])
    os.close(listener)
    return True


def receive_referrals(agent: socket) -> "Referrals | None":
    """The referrals that `send_referrals` sends; None if there are none."""
    _, descriptors, _, _ = recv_fds(agent, len(_SENT), 1)
    return Referrals(descriptors[0]) if descriptors else None


class Referrals:
    """Answers the calls of one agent's processes.

    Args:
        listener: the descriptor on which they arrive.
    """

    def __init__(self, listener: int) -> None:
        machine = this_machine()
        assert machine is not None  # or there would be no filter
        self._wait, self._watch = machine.judged["futex"], machine.watch
        self._watches = 0
        self._listener = listener
        self._waiting: list[tuple[float, int]] = []
        self._lasted: dict[int, tuple[float, float]] = {}

    def fileno(self) -> int:
        """The descriptor that becomes readable when a call arrives."""
        return self._listener

    @property
    def next_answer(self) -> float | None:
        """When `answer_waiting` has something to do, on the monotonic clock."""
        return self._waiting[0][0] if self._waiting else None

    def take(self, may_start: Callable[[], bool]) -> None:
        """Receives a call and answers it, at once or later.

        Args:
            may_start: whether one more process or thread may be started.
        """
        data = bytearray(_CALL.size)
        try:
            fcntl.ioctl(self._listener, _RECEIVE, data)
        except OSError:  # the process that made the call was stopped or ended meanwhile
            return
        call = _CALL.unpack(data)
        if call[_NUMBER_FIELD] == self._wait:
            heapq.heappush(self._waiting, (self._end_of_wait(call[1]), call[0]))
        elif call[_NUMBER_FIELD] == self._watch:
            self._watches += 1
            self._decide(call[0], self._watches <= _MOST_WATCHES, errno.ENOSPC)
        else:
            self._decide(call[0], may_start(), errno.EAGAIN)

    def answer_waiting(self) -> None:
        """Ends the waits that have lasted long enough."""
        while self._waiting and self._waiting[0][0] <= monotonic():
            self._answer(heapq.heappop(self._waiting)[1])

    def _end_of_wait(self, thread: int) -> float:
        now = monotonic()
        seconds, ended = self._lasted.get(thread, (0.0, 0.0))
        is_same = now - ended < _LONGEST
        seconds = min(2 * seconds, _LONGEST) if is_same else _SHORTEST
        if len(self._lasted) > _MOST_REMEMBERED:
            self._lasted.clear()
        self._lasted[thread] = seconds, now + seconds
        return now + seconds

    def _decide(self, call: int, may_pass: bool, error: int) -> None:
        if may_pass:
            self._answer(call, flags=_LET_PASS)
        else:
            self._answer(call, error=-error)

    def _answer(self, call: int, *, error: int = 0, flags: int = 0) -> None:
        with suppress(OSError):  # the process that made the call was stopped or ended meanwhile
            fcntl.ioctl(self._listener, _ANSWER, _REPLY.pack(call, 0, error, flags))
