"""System calls that the filter of an agent's process refers to its watch (seccomp_unotify(2)).

- Starting a process or a thread, if the kernel cannot limit these for a namespace: the watch counts
  them, so that there are never too many, however fast they come. Otherwise this is not referred,
  because a referred call fails when a signal arrives that the program handles, which shells do not
  expect.
- Adding to the descriptors that a process waits for: all agents of a user, and the server that runs
  them, share one limit on these.
- Waiting for another process, which the C library also uses to wait for the end of a thread: no
  process may really wait there, because two agents could wake each other. The watch makes the call
  return after a while, and the C library looks again.
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
"""The fewest and the most seconds after which a wait returns; they double from wait to wait."""
_MOST_REMEMBERED = 1_000
_MOST_WATCHES = 10_000
"""How many descriptors a program may add during a game to those that it waits for; virtual machines
add about ten."""
_SENT = b"r"


def send_referrals(watch: socket, *, starts: bool) -> bool:
    """Refers calls of this process to the watch; False if the kernel cannot do that.

    Args:
        watch: the socket on which the watch gets the descriptor for answering them.
        starts: whether to refer calls that start processes and threads, too.
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
    """Receives what `send_referrals` sends; None if no calls are referred."""
    _, descriptors, _, _ = recv_fds(agent, len(_SENT), 1)
    return Referrals(descriptors[0]) if descriptors else None


class Referrals:
    """Answers the referred calls of one agent's processes.

    Args:
        listener: the descriptor on which the calls arrive.
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
        """When to call `answer_waiting` next, on the monotonic clock; None if no call waits."""
        return self._waiting[0][0] if self._waiting else None

    def take(self, may_start: Callable[[], bool]) -> None:
        """Receives a call and answers it, at once or later.

        Args:
            may_start: tells whether one more process or thread may be started.
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
