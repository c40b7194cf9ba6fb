"""What differs between operating systems: processors, memory, locks, and how processes end.

Modules that use what only Linux or only Unix has are listed in `tests/test_platform.py`; they are
imported only where `HAS_SANDBOX` is true.
"""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PureWindowsPath

HAS_SANDBOX = hasattr(os, "pidfd_open")
"""Whether `enraya.isolation` can run agents in a sandbox, which needs Linux."""
_DEVICES = frozenset(
    ["CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))]
)


class Locked(Exception):
    """Another process, or this one, holds a lock."""


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_mb() -> int | None:
    """The memory of this machine in MB; None where the system does not tell."""
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    return _windows_memory_mb() if sys.platform == "win32" else None


def load() -> float | None:
    """The load average of the last 15 minutes; None where the system does not tell."""
    return os.getloadavg()[2] if hasattr(os, "getloadavg") else None


def lower_priority(niceness: int) -> None:
    """Lowers the priority of this process, where the system supports that."""
    if hasattr(os, "nice"):
        os.nice(niceness)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds a lock file during the block; the system releases the lock if this process dies.

    Raises:
        Locked: when another process, or this one, holds it.
        OSError: when the file cannot be created.
    """
    from filelock import FileLock, Timeout

    if not path.parent.is_dir():  # FileLock would create it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Locked(str(path)) from None
    try:
        yield
    finally:
        with suppress(OSError):  # Windows keeps a file that is open; an empty one does no harm
            path.unlink(missing_ok=True)
        lock.release()


def end_tree(process: "subprocess.Popen[bytes]") -> None:
    """Kills a process and all it has started; it must lead a session of its own."""
    if process.poll() is None and sys.platform == "win32":
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # of the system
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def is_device(path: str) -> bool:
    r"""Whether Windows takes a path for a device, whatever its folder and its extension.

    >>> [is_device(path) for path in (r"C:\class\nul.html", "com1", "console.html", "aux/a.html")]
    [True, True, False, False]
    """
    return PureWindowsPath(path).name.partition(".")[0].rstrip(" ").upper() in _DEVICES


def _windows_memory_mb() -> int | None:
    import ctypes

    class Status(ctypes.Structure):
        """What Windows calls MEMORYSTATUSEX."""

        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            ("physical", ctypes.c_uint64),
            ("others", ctypes.c_uint64 * 6),
        )

    status = Status(length=ctypes.sizeof(Status))
    asked = ctypes.windll.kernel32.GlobalMemoryStatusEx(  # type: ignore[attr-defined,unused-ignore]
        ctypes.byref(status)
    )
    return status.physical >> 20 if asked else None
