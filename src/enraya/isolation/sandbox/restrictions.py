"""The limits that an agent's process takes on before it runs any of the agent's code."""

import resource
from typing import Any

from enraya.isolation.sandbox.linux import gain_nothing
from enraya.isolation.sandbox.protection import confine
from enraya.isolation.sandbox.root import SCRATCH_MB

_MEGABYTE = 1 << 20
_RESERVE = 32 * _MEGABYTE
"""Memory for reporting that there was none left."""
_MAX_FILE = SCRATCH_MB * _MEGABYTE
_MAX_OPEN_FILES = 256


def restrict(request: dict[str, Any]) -> None:
    """Takes on the limits of an agent, for good."""
    if request["program"] is None:  # virtual machines reserve far more than they ever use
        memory = request["used_bytes"] + request["memory_mb"] * _MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory + _RESERVE))
    # A core of one byte is none, and only then does the kernel start no program to store it.
    resource.setrlimit(resource.RLIMIT_CORE, (1, 1))
    # Signals that wait are counted for the user: agents could read each other's there.
    resource.setrlimit(resource.RLIMIT_SIGPENDING, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MAX_FILE, _MAX_FILE))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _MAX_OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    gain_nothing()
    confine(request)


def open_reserve() -> None:
    """Releases the memory that was kept back for explaining a fault."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
