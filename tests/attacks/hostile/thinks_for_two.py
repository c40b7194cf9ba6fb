"""Asks for a timer that would wake it while its opponent thinks."""

import ctypes
import os
import signal

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Leaves at once if it gets one that sends SIGCONT."""
    libc = ctypes.CDLL(None, use_errno=True)
    event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
    timer = ctypes.c_void_p()
    if libc.timer_create(1, event, ctypes.byref(timer)) == 0:
        os._exit(77)
    if libc.prctl(1, signal.SIGCONT) == 0:  # a signal when the parent ends
        os._exit(77)
    raise PermissionError(os.strerror(ctypes.get_errno()))
