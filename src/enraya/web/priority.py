"""Who goes first on a busy machine: the event loop and quick answers, then everything long."""

import os
import threading
from contextlib import suppress

_NICENESS = 10


def go_last() -> None:
    """Lets other threads go before this one, and before the processes that it starts."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
