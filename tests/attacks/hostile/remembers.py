"""Wants memory that no limit counts and no end of a game clears."""

import ctypes
import os
from contextlib import suppress

from enraya import Position
from enraya.agents import Limit

CREATE = 0o1666


def choose(position: Position, limit: Limit) -> int:
    """Leaves at once if it gets any."""
    libc = ctypes.CDLL(None, use_errno=True)
    for attempt in (
        lambda: libc.shmget(4711, 1 << 20, CREATE),
        lambda: libc.msgget(4711, CREATE),
        lambda: libc.semget(4711, 1, CREATE),
        lambda: os.memfd_create("hoard"),
    ):
        with suppress(OSError):
            if attempt() >= 0:
                os._exit(77)
    raise PermissionError(os.strerror(ctypes.get_errno()))
