"""What an agent's processes use and whether they are idle, read from ``/proc``.

The same files also hold text that a process chooses itself, such as its name; that is never read.

In the memory of a tree of processes, pages that several of them share count once. The resident
memory of each process is quick to read, but shared pages have to be counted one by one, which is
done only if the sum would be too much. What the kernel needs to manage the memory counts too:
without a limit on the address space, page tables and lists of mappings can grow without any page.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from enraya.isolation.sandbox.syscalls import this_machine

_PROCESSES = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_OWN_CLOCK = 2
"""The kind of clock that counts the processor time of all threads of a process."""
_STILL = (b"T", b"Z", b"X")
_THREADS_FIELD, _PARENT_FIELD = 17, 1
"""Indexes of fields in ``stat``, counted after the name."""
_KILOBYTE = 1 << 10
_PARTS = (b"VmRSS", b"VmSwap", b"HugetlbPages", b"VmPTE")
"""The lines of ``status`` about the memory of a process, resident or swapped, and page tables."""
_OF_MAPPING = 1 << 12
"""The bytes that the kernel needs for a mapping that 64 processes inherited from each other."""
_LIST_SECONDS = 0.25
"""The time between two counts of the mappings."""
_MOST_TIMES = 8
"""If the sum is more than this many times the limit, shared pages are not counted: a page stops
being shared as soon as it is written, unnoticed, and counting takes longer the more pages there
are."""
_PAUSE = 1
"""The pause after counting shared pages, relative to the time that the count took, so that counting
takes at most half of a processor."""
_ASLEEP, _ENDED = b"S", (b"Z", b"X")
_BUSY_SHARE = 0.1
"""A program counts as busy if it ran for more than this share of the time since the last look;
virtual machines spend less on side tasks."""
_QUIET_SECONDS = 2.0
"""A program that has slept this long counts as ready, whatever it waits for."""


class Consumption(NamedTuple):
    """What some processes use at this moment."""

    memory_bytes: int
    """The sum of their resident memory, which includes shared pages and pages of files."""
    threads: int


def consumption(processes: list[int]) -> Consumption:
    """What these processes use together; one that has ended uses nothing."""
    memory = threads = 0
    for process in processes:
        try:
            memory += _figure(process, _resident)
            threads += int(_stat(process)[_THREADS_FIELD])
        except (OSError, IndexError):
            continue
    return Consumption(memory, threads)


def sockets() -> int:
    """How many sockets this process's network namespace has; 0 if the kernel does not say."""
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
    """The processor time that a process has used; 0 if it has ended."""
    try:
        return time.clock_gettime((~process << 3) | _OWN_CLOCK)
    except OSError:
        return 0.0


def others_in_sight() -> list[int]:
    """The IDs of all visible processes but this one; quick, even if those leave it little time."""
    numbers = (int(name) for name in os.listdir(_PROCESSES) if name.isdecimal())  # noqa: PTH208
    return [number for number in numbers if number != os.getpid()]


def descendants(ancestor: int) -> list[int]:
    """The IDs of all descendants of a process, nearest first."""
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


def _stat(process: int) -> list[bytes]:
    return stat_fields(_PROCESSES / str(process))


def stat_fields(folder: Path) -> list[bytes]:
    """The fields of a process's or thread's ``stat`` after the name, which it chooses itself.

    The name may hold any bytes, even a closing bracket, but no closing bracket comes after it.

    Raises:
        OSError: when the process or thread has ended.
    """
    return (folder / "stat").read_bytes().rpartition(b")")[2].split()


class TreeMemory:
    """Measures the memory of the same processes again and again."""

    def __init__(self) -> None:
        self._surplus = 0
        self._next_count = 0.0
        self._mappings = 0
        self._next_list = 0.0

    def bytes_of(self, processes: list[int], most: int) -> int:
        """The memory of all these processes together.

        If their sum is more than ``most``, shared pages count once, unless the sum is many times
        as much.
        """
        found = sum(_figure(process, _counted) for process in processes)
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
                self._mappings += _figure(process, _mappings)
                if self._mappings * _OF_MAPPING > most:
                    break  # reading the others would take long
            self._next_list = monotonic() + _LIST_SECONDS
        return self._mappings * _OF_MAPPING


def _figure(process: int, read: Callable[[Path], int]) -> int:
    """A figure of a process; from another thread if the first has ended and tells nothing."""
    own = _PROCESSES / str(process)
    with suppress(OSError):
        if found := read(own):
            return found
        for thread in (own / "task").iterdir():
            if found := read(thread):
                return found
    return 0


def _resident(folder: Path) -> int:
    return int((folder / "statm").read_bytes().split()[1]) * _PAGE


def _counted(folder: Path) -> int:
    return sum(_sizes(folder / "status", *_PARTS))


def _mappings(folder: Path) -> int:
    return (folder / "maps").read_bytes().count(b"\n")


def _shared_with_others(process: int) -> int:
    """The part of a process's resident memory that is counted for other processes sharing it."""
    with suppress(OSError):
        resident, own = _sizes(_PROCESSES / str(process) / "smaps_rollup", b"Rss", b"Pss")
        return max(resident - own, 0)
    return 0


def _sizes(path: Path, *names: bytes) -> list[int]:
    """The sizes in bytes that a file of the kernel has under these names; 0 for a missing name.

    The first line is not read: in ``status`` that is the name of the process, which the process
    chooses itself. The kernel writes a line end in it as a backslash and an n, and leaves
    everything else unchanged.
    """
    lines = (line.partition(b":") for line in path.read_bytes().split(b"\n")[1:])
    sizes = {name: size.removesuffix(b" kB").strip() for name, _, size in lines if name in names}
    return [int(sizes.get(name, 0)) * _KILOBYTE for name in names]


class Idleness:
    """Looks at a program's processes again and again until they are ready.

    They are ready when all their threads sleep and have hardly run since the last look, and one of
    them waits for input; if none does, when they have slept for two seconds.
    """

    def __init__(self) -> None:
        self._looked = self._quiet_since = monotonic()
        self._ran = 0.0

    def found(self, processes: list[int]) -> bool:
        """Whether these processes, which must be all of the program's, are ready."""
        now, ran = monotonic(), sum(map(processor_seconds, processes))
        is_busy = ran - self._ran > _BUSY_SHARE * (now - self._looked)
        threads = [] if is_busy else _threads(processes)
        is_asleep = bool(threads) and all(_state(thread) == _ASLEEP for thread in threads)
        self._looked, self._ran = now, ran
        if not is_asleep:
            self._quiet_since = now
            return False
        return any(map(_waits_for_input, threads)) or now - self._quiet_since > _QUIET_SECONDS


def _threads(processes: list[int]) -> list[Path]:
    """The ``/proc`` folders of all living threads; empty if a process ended meanwhile."""
    try:
        found = [
            thread
            for process in processes
            for thread in (_PROCESSES / str(process) / "task").iterdir()
        ]
        return [thread for thread in found if _state(thread) not in _ENDED]
    except OSError:
        return []


def _state(thread: Path) -> bytes:
    try:
        return stat_fields(thread)[0]
    except (OSError, IndexError):
        return b""


def _waits_for_input(thread: Path) -> bool:
    """Whether a thread reads its standard input, or waits for any of several descriptors."""
    machine = this_machine()
    try:
        number, *arguments = (thread / "syscall").read_bytes().split()
    except (OSError, ValueError):
        return False
    if machine is None or not number.isdigit():  # it runs
        return False
    reads = int(number) == machine.read and int(arguments[0], 16) == 0
    return reads or int(number) in machine.waits
