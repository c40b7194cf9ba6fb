"""The one thread that uses a server's database, so that the event loop never waits for it."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from enraya.web.server.problems import TooBusy

MAX_WAITING = 500
"""How many calls may wait while the disk is slow or another program locks the database."""
_Result = TypeVar("_Result")


class StoringThread:
    """A thread that runs one function after another for the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._waiting = 0

    async def run(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        """Runs a function in the thread and returns what it returns, or raises what it raises.

        Raises:
            TooBusy: when too many calls are waiting already.
        """
        if self._waiting >= MAX_WAITING:
            raise TooBusy("too many changes are waiting to be stored; try again in a moment")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(function, *arguments))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the thread once it has done all it was given."""
        self._thread.shutdown()


_NICENESS = 10


def go_last() -> None:
    """Lowers the priority of this thread, and of the processes that it starts."""
    with suppress(OSError, AttributeError):  # Windows has no such call
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
