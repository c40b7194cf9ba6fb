"""Locks every file that it can open, so that others wait for it."""

import fcntl
import os
from contextlib import suppress

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Leaves at once if it holds a lock."""
    for folder in (os.path.dirname(__file__), "/tmp", os.path.dirname(os.__file__)):
        for entry in list(os.scandir(folder))[:100]:
            if entry.is_file():
                for lock in (fcntl.lockf, fcntl.flock):
                    with suppress(OSError), open(entry.path, "rb") as file:
                        lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                        os._exit(77)
    raise PermissionError("nothing to lock")
