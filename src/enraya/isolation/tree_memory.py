"""The memory of a program's processes: pages that several of them share are counted once.

Each process tells what it has resident in no time; what is shared has to be counted page by page,
which is done only where the sum would be too much. What the kernel needs to manage it counts too:
without a limit on addresses, the tables of pages and the list of mappings can grow without any
page.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

_PROCESSES = Path("/proc")
_KILOBYTE = 1 << 10
_PARTS = (b"VmRSS", b"VmSwap", b"HugetlbPages", b"VmPTE")
"""What a process has, wherever that is, and the tables of its pages."""
_OF_MAPPING = 1 << 12
"""Bytes that the kernel needs for a mapping, if 64 processes have inherited it from each other."""
_LIST_SECONDS = 0.25
"""Between two looks at the mappings."""
_MOST_TIMES = 8
"""How often memory that is shared may count at the first look. What is shared becomes a process's
own without a sign, as fast as it is written, and counting it all takes longer the more it is."""
_PAUSE = 1
"""Times as long as counting took until pages that may have become a process's own are counted
again: half of a processor at most."""


class TreeMemory:
    """Measures the same processes again and again."""

    def __init__(self) -> None:
        self._surplus = 0
        self._next_count = 0.0
        self._mappings = 0
        self._next_list = 0.0

    def bytes_of(self, processes: list[int], most: int) -> int:
        """What the processes have together.

        If it may be more than ``most``, pages that are shared count once; not if the sum is many
        times as much.
        """
        found = sum(_resident(process) for process in processes)
        found += self._bytes_of_mappings(processes, most)
        if found <= most or found > _MOST_TIMES * most:
            return found
        started = monotonic()
        if started >= self._next_count or found - self._surplus > most:
            self._surplus = sum(_shared_with_others(process) for process in processes)
            self._next_count = monotonic() + _PAUSE * (monotonic() - started)
        return found - self._surplus

    def _bytes_of_mappings(self, processes: list[int], most: int) -> int:
        if monotonic() >= self._next_list:
            self._mappings = 0
            for process in processes:
                self._mappings += _mappings(process)
                if self._mappings * _OF_MAPPING > most:
                    break  # which takes long enough
            self._next_list = monotonic() + _LIST_SECONDS
        return self._mappings * _OF_MAPPING


def _resident(process: int) -> int:
    with suppress(OSError):
        for folder in _folders(process):
            if found := sum(_sizes(folder / "status", *_PARTS)):
                return found
    return 0


def _mappings(process: int) -> int:
    with suppress(OSError):
        for folder in _folders(process):
            if found := (folder / "maps").read_bytes().count(b"\n"):
                return found
    return 0


def _folders(process: int) -> Iterator[Path]:
    """Where the kernel tells about a process: its threads know it when the first has ended."""
    own = _PROCESSES / str(process)
    yield own
    for name in os.listdir(own / "task"):  # noqa: PTH208
        yield own / "task" / name


def _shared_with_others(process: int) -> int:
    """How much of what a process has resident is the share of others; 0 where nothing tells."""
    with suppress(OSError):
        resident, own = _sizes(_PROCESSES / str(process) / "smaps_rollup", b"Rss", b"Pss")
        return max(resident - own, 0)
    return 0


def _sizes(path: Path, *names: bytes) -> list[int]:
    """The bytes that a file of the kernel gives under each of these names; 0 if it gives none.

    Its first line is not read: in ``status`` that is the name of the process, which the process
    chooses itself. The kernel writes an end of line in it as a backslash and an n, and leaves
    everything else as it is.
    """
    lines = (line.partition(b":") for line in path.read_bytes().split(b"\n")[1:])
    sizes = {name: size.removesuffix(b" kB").strip() for name, _, size in lines if name in names}
    return [int(sizes.get(name, 0)) * _KILOBYTE for name in names]
