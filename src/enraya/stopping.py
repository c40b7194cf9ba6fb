"""Stopping work from outside: a switch for every search of a thread, and a delayed Ctrl-C.

A search is a compiled loop that polls a number in memory. Code that starts one registers how to
stop it with `stopped_by`; a caller that may want to stop it runs it inside `stoppable`.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_current = threading.local()


class Stop:
    """A switch that stays on once it is set.

    >>> stop, heard = Stop(), []
    >>> with stoppable(stop), stopped_by(lambda: heard.append("stopped")):
    ...     stop.set()
    >>> heard, stop.is_set
    (['stopped'], True)
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._actions: list[Callable[[], None]] = []
        self.is_set = False

    def set(self) -> None:
        """Stops what is running now and anything started later."""
        with self._lock:
            self.is_set = True
            for action in self._actions:
                action()

    def add(self, action: Callable[[], None]) -> None:
        """Adds an action that stops something; calls it at once if the switch is already on."""
        with self._lock:
            self._actions.append(action)
            if self.is_set:
                action()

    def remove(self, action: Callable[[], None]) -> None:
        """Removes an action when what it would stop has ended."""
        with self._lock:
            self._actions.remove(action)


@contextmanager
def stoppable(stop: Stop) -> Iterator[None]:
    """Lets ``stop`` stop every search that this thread starts in the block."""
    earlier = getattr(_current, "stop", None)
    _current.stop = stop
    try:
        yield
    finally:
        _current.stop = earlier


@contextmanager
def stopped_by(action: Callable[[], None]) -> Iterator[None]:
    """Registers ``action`` to stop the search in the block, if a caller uses `stoppable`."""
    stop: Stop | None = getattr(_current, "stop", None)
    if stop is None:
        yield
        return
    stop.add(action)
    try:
        yield
    finally:
        stop.remove(action)


@contextmanager
def ctrl_c_delayed() -> Iterator[None]:
    """Delays Ctrl-C until the block has ended, so that its work is not left half done."""
    in_main = threading.current_thread() is threading.main_thread()  # only it receives signals
    if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if heard:
        raise KeyboardInterrupt
