"""Helpers for tests that start processes or wait for something."""

import signal
from collections.abc import Callable
from pathlib import Path
from socket import create_server
from time import monotonic, sleep

PATIENCE = 180.0


def hear_ctrl_c() -> None:
    """For ``preexec_fn``: lets a child hear SIGINT even if the tests run where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def parent_of(process: int) -> int:
    """The number of a process's parent; 0 when the process is gone."""
    try:
        return int(Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[1])
    except OSError:
        return 0


def children_of(process: int) -> list[int]:
    """The numbers of the processes that a process has started and that still run."""
    numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [number for number in numbers if parent_of(number) == process]


def free_port() -> int:
    """A free port."""
    with create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def wait_until(is_so: Callable[[], object]) -> None:
    """Waits until something is so."""
    until = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < until, "it does not become so"
        sleep(0.1)
