"""The one thread that uses the laboratory's database, so that the event loop never waits for it."""

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
"""How many changes may wait while the disk is slow or another program holds the database."""
_Result = TypeVar("_Result")


class StoringThread:
    """A thread that runs one function after another for the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._waiting = 0

    async def run(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        """What the function returns or raises.

        Raises:
            TooBusy: when too many others are waiting.
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
        """Ends the thread after what it has been given."""
        self._thread.shutdown()


_NICENESS = 10


def go_last() -> None:
    """Lets other threads go before this one, and before the processes that it starts."""
    with suppress(OSError, AttributeError):  # Windows has no such call
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
