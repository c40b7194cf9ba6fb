"""What an agent's processes use and whether they are idle, as the kernel tells in ``/proc``.

What a process chooses itself, its name above all, stands in the same files as the figures, and is
never read.

The memory of a tree of processes counts pages that several of them share once. Each process tells
what it has resident in no time; what is shared has to be counted page by page, which is done only
where the sum would be too much. What the kernel needs to manage it counts too: without a limit on
addresses, the tables of pages and the list of mappings can grow without any page.
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
"""The clock of a process that counts the time of its threads on the processors."""
_STILL = (b"T", b"Z", b"X")
_THREADS_FIELD, _PARENT_FIELD = 17, 1
"""Places in a line of ``stat``, counted after the name."""
_KILOBYTE = 1 << 10
_PARTS = (b"VmRSS", b"VmSwap", b"HugetlbPages", b"VmPTE")
"""The memory of a process, swapped or not, and the tables of its pages."""
_OF_MAPPING = 1 << 12
"""Bytes that the kernel needs for a mapping, if 64 processes have inherited it from each other."""
_LIST_SECONDS = 0.25
"""The time between two looks at the mappings."""
_MOST_TIMES = 8
"""How often memory that is shared may count at the first look. What is shared becomes a process's
own without a sign, as fast as it is written, and counting it all takes longer the more it is."""
_PAUSE = 1
"""The pause after a count of shared pages, in times that the count took: so counting takes half of
a processor at most."""
_ASLEEP, _ENDED = b"S", (b"Z", b"X")
_BUSY_SHARE = 0.1
"""The share of the time between two looks that virtual machines spend on side tasks."""
_QUIET_SECONDS = 2.0
"""How long a program sleeps until it counts as ready, whatever it waits for."""


class Consumption(NamedTuple):
    """What some processes use at this moment."""

    memory_bytes: int
    """Resident memory with the pages they share, and those of their files in memory."""
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
    """How many sockets the network namespace of this process has; 0 if the kernel does not tell."""
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
    """The numbers of all processes but this one; quick, even if they leave it little time."""
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


def _stat(process: int) -> list[bytes]:
    return stat_fields(_PROCESSES / str(process))


def stat_fields(folder: Path) -> list[bytes]:
    """What the kernel tells about a process or thread after its name, which it chooses itself.

    The name may hold any bytes, a closing bracket among them, but no such bracket follows it.

    Raises:
        OSError: when it has ended.
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
        """What the processes have together.

        If it may be more than ``most``, pages that are shared count once; not if the sum is many
        times as much.
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
                    break  # which takes long enough
            self._next_list = monotonic() + _LIST_SECONDS
        return self._mappings * _OF_MAPPING


def _figure(process: int, read: Callable[[Path], int]) -> int:
    """A figure of a process, from any thread: the first tells nothing once it has ended."""
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
    """The part of a process's resident memory that counts as that of others sharing it."""
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


class Idleness:
    """Looks at a program's processes again and again until they are ready.

    They are when all their threads sleep and hardly ran since the last look, and one waits for
    input; where nothing waits for that, when they have slept for two seconds.
    """

    def __init__(self) -> None:
        self._looked = self._quiet_since = monotonic()
        self._ran = 0.0

    def found(self, processes: list[int]) -> bool:
        """Whether these processes, all there are, are ready."""
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
    """The folders of the living threads; none when a process ended meanwhile."""
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
    """Whether it reads its standard input, or waits for any of several descriptors."""
    machine = this_machine()
    try:
        number, *arguments = (thread / "syscall").read_bytes().split()
    except (OSError, ValueError):
        return False
    if machine is None or not number.isdigit():  # it runs
        return False
    reads = int(number) == machine.read and int(arguments[0], 16) == 0
    return reads or int(number) in machine.waits
