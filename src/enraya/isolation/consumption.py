"""How much of the machine an agent's processes use, read from the kernel's list of processes."""

import os
import time
from pathlib import Path
from typing import NamedTuple

_PROCESSES = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_OWN_CLOCK = 2
"""Of a process's clocks, the one that counts the time of its threads on the processors."""
_STILL = (b"T", b"Z", b"X")
_THREADS_FIELD, _PARENT_FIELD = 17, 1
"""Places in a line of ``stat``, counted after the name."""


class Consumption(NamedTuple):
    """What the processes below one use at this moment."""

    memory_bytes: int
    """Resident memory with the pages they share, and those of their files in memory."""
    threads: int


def consumption(processes: list[int]) -> Consumption:
    """What these processes use together; one that has ended uses nothing."""
    memory = threads = 0
    for process in processes:
        try:
            memory += _resident(process)
            threads += int(_stat(process)[_THREADS_FIELD])
        except (OSError, IndexError):
            continue
    return Consumption(memory, threads)


def sockets() -> int:
    """How many sockets the network namespace of this process has; 0 where nothing tells."""
    try:
        line = (_PROCESSES / "self" / "net" / "sockstat").read_bytes().split(b"\n")[0]
        return int(line.split()[-1])
    except (OSError, IndexError, ValueError):
        return 0


def is_still(process: int) -> bool:
    """Whether a process is stopped or has ended."""
    try:
        return _stat(process)[0] in _STILL
    except (OSError, IndexError):
        return True


def processor_seconds(process: int) -> float:
    """How long the threads of a process have run; 0 when it has ended."""
    try:
        return time.clock_gettime((~process << 3) | _OWN_CLOCK)
    except OSError:
        return 0.0


def others_in_sight() -> list[int]:
    """The numbers of all processes but this one; quick, even when they leave us little time."""
    numbers = (int(name) for name in os.listdir(_PROCESSES) if name.isdecimal())  # noqa: PTH208
    return [number for number in numbers if number != os.getpid()]


def descendants(ancestor: int) -> list[int]:
    """The numbers of all processes below one, nearest first."""
    children: dict[int, list[int]] = {}
    for process in others_in_sight():
        try:
            parent = int(_stat(process)[_PARENT_FIELD])
        except (OSError, IndexError):
            continue
        children.setdefault(parent, []).append(process)
    found = [ancestor]
    for process in found:
        found += children.get(process, [])
    return found[1:]


def _resident(process: int) -> int:
    """Bytes; asked of each thread, since the first tells nothing once it has ended."""
    for thread in (_PROCESSES / str(process) / "task").iterdir():
        if pages := int((thread / "statm").read_bytes().split()[1]):
            return pages * _PAGE
    return 0


def _stat(process: int) -> list[bytes]:
    return stat_fields(_PROCESSES / str(process))


def stat_fields(folder: Path) -> list[bytes]:
    """What the kernel tells about a process or thread after its name, which it chooses itself.

    The name may hold any bytes, a closing bracket among them, but no such bracket follows it.

    Raises:
        OSError: when it has ended.
    """
    return (folder / "stat").read_bytes().rpartition(b")")[2].split()
