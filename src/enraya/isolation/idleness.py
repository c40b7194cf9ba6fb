"""When a program that was started has nothing left to do but wait for its first question."""

from pathlib import Path
from time import monotonic

from enraya.isolation.consumption import processor_seconds, stat_fields
from enraya.isolation.sandbox.syscalls import this_machine

_PROCESSES = Path("/proc")
_ASLEEP, _ENDED = b"S", (b"Z", b"X")
_BUSY_SHARE = 0.1
"""Of the time between two looks: what virtual machines do on the side."""
_QUIET_SECONDS = 2.0
"""After which sleep counts as readiness, whatever the program waits for."""


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
