"""Looks for sockets of the machine, and for a process to send its open files to."""

import os
import socket
from contextlib import suppress
from pathlib import Path

from enraya import Position
from enraya.agents import Limit

PLACES = ("/tmp", "/run", "/var/run", "/dev")


def choose(position: Position, limit: Limit) -> int:
    """Leaves at once if any process takes its call."""
    for place in map(Path, PLACES):
        with suppress(OSError):
            for path in place.rglob("*"):
                if path.is_socket() or path.is_fifo():
                    os._exit(77)
    with suppress(OSError):
        socket.socket(socket.AF_UNIX).connect("\0enraya")
        os._exit(77)
    with suppress(OSError):
        socket.send_fds(socket.socket(fileno=os.dup(4)), [b"x"], [1])
        os._exit(77)
    raise PermissionError("no program answers")
