"""The memory of a program's processes: pages that several of them share are counted once.

Each process tells what it has resident in no time; what is shared has to be counted page by page,
which is done only where the sum would be too much. The tables of pages count too: without a limit
on addresses they can grow without any page.
"""

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic

_PROCESSES = Path("/proc")
_KILOBYTE = 1 << 10
_PAUSE = 9
"""Times as long as counting took until pages that may have become a process's own are counted
again: a tenth of a processor at most."""


class TreeMemory:
    """Measures the same processes again and again."""

    def __init__(self) -> None:
        self._surplus = 0
        self._next_count = 0.0

    def bytes_of(self, processes: list[int], most: int) -> int:
        """What the processes have together; exact, if it may be more than ``most``."""
        found = sum(_resident(process) for process in processes)
        if found <= most:
            return found
        started = monotonic()
        if started >= self._next_count or found - self._surplus > most:
            self._surplus = sum(_shared_with_others(process) for process in processes)
            self._next_count = monotonic() + _PAUSE * (monotonic() - started)
        return found - self._surplus


def _resident(process: int) -> int:
    """Resident pages and the tables of all; asked of a thread when the first has ended."""
    own = _PROCESSES / str(process)
    with suppress(OSError):
        for folder in (own, *(own / "task" / name for name in os.listdir(own / "task"))):  # noqa: PTH208
            if found := _kilobytes(folder / "status", b"VmRSS:", b"VmPTE:"):
                return found * _KILOBYTE
    return 0


def _shared_with_others(process: int) -> int:
    """How much of what a process has resident is the share of others; 0 where nothing tells."""
    with suppress(OSError):
        path = _PROCESSES / str(process) / "smaps_rollup"
        surplus = _kilobytes(path, b"Rss:") - _kilobytes(path, b"Pss:")
        return max(surplus, 0) * _KILOBYTE
    return 0


def _kilobytes(path: Path, *names: bytes) -> int:
    lines = (line.split() for line in path.read_bytes().splitlines())
    return sum(int(fields[1]) for fields in lines if fields and fields[0] in names)
