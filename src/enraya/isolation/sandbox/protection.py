"""Which parts of the sandbox work on this system, and how a process enters them with its limits.

Two mechanisms keep agents from the files, processes and sockets of the machine: namespaces with a
root of their own, and Landlock. Either is enough; both are used if both work. The filter of system
calls closes the gaps that either leaves, so without it there is no sandbox.
"""

import os
import resource
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from enraya.isolation.sandbox import MODES, SWITCH, Protection, landlock, seccomp
from enraya.isolation.sandbox.linux import (
    NEW_IPC,
    NEW_MOUNTS,
    NEW_NETWORK,
    NEW_PROCESSES,
    NEW_USER,
    drop_capabilities,
    gain_nothing,
    unshare,
)
from enraya.isolation.sandbox.root import DEVICES, PROCESSES, SCRATCH, SCRATCH_MB, enter_root

_MEGABYTE = 1 << 20
_RESERVE = 32 * _MEGABYTE
"""Memory kept back for reporting that the rest was used up."""
_MAX_FILE = SCRATCH_MB * _MEGABYTE
_MAX_OPEN_FILES = 256


def probe(readable: Iterable[str]) -> Protection:
    """Which parts of the sandbox work on this system; each is tried in a child process."""
    mode = os.environ.get(SWITCH, "full")
    left_out = f"{SWITCH} is {mode}"
    if mode not in MODES:
        wrong = f"{SWITCH} is {mode!r}, and must be one of {', '.join(MODES)}"
        return Protection(wrong, wrong, wrong)
    paths = tuple(readable)
    return Protection(
        left_out if mode in ("landlock", "off") else _why_not(lambda: _try_namespaces(paths)),
        left_out if mode in ("namespaces", "off") else _landlock_obstacle(),
        _why_not(lambda: seccomp.filter_calls(processes=False)),
    )


def _landlock_obstacle() -> str:
    found = landlock.version()
    if found >= landlock.LEAST_VERSION:
        return _why_not(lambda: landlock.allow_only([]))
    return f"the kernel has version {found}, {landlock.LEAST_VERSION} is needed (Linux 6.2)"


def enter_shared() -> None:
    """Enters a user namespace, in which a fork server may create the agents' other namespaces.

    Raises:
        OSError: when the system does not allow it.
    """
    user, group = os.geteuid(), os.getegid()
    unshare(NEW_USER)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        Path("/proc/self", name).write_text(text)


def leave_the_host() -> None:
    """Moves this process to new namespaces, of which the next process it forks is the first.

    Raises:
        OSError: when the system does not allow it.
    """
    unshare(NEW_PROCESSES | NEW_MOUNTS | NEW_IPC | NEW_NETWORK)


def restrict(request: dict[str, Any]) -> None:
    """Irrevocably takes on the limits of an agent and enters the sandbox."""
    if request["program"] is None:  # virtual machines reserve far more than they ever use
        memory = request["used_bytes"] + request["memory_mb"] * _MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory + _RESERVE))
    # Only at a limit of one byte does the kernel neither write a core nor start a program for it.
    resource.setrlimit(resource.RLIMIT_CORE, (1, 1))
    # Pending signals are counted per user, so agents could read each other's in the count.
    resource.setrlimit(resource.RLIMIT_SIGPENDING, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MAX_FILE, _MAX_FILE))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _MAX_OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    gain_nothing()
    _confine(request)


def open_reserve() -> None:
    """Releases the memory that was kept back for explaining a fault."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _confine(request: dict[str, Any]) -> None:
    """Irrevocably enters those parts of the sandbox that the agent's own process enters itself."""
    drop_capabilities()
    protection = Protection(*request["protection"])
    if not protection.landlock:
        rules = [(path, landlock.READ) for path in request["readable"]]
        rules += [(path, landlock.CHANGE) for path in request["writable"]]
        rules += [
            (place, landlock.USE_DEVICE)
            for place, device in DEVICES.items()
            if place == device or request["own_root"]
        ]
        if not protection.namespaces:
            rules += [(SCRATCH, landlock.CHANGE), (PROCESSES, landlock.READ)]
        landlock.allow_only(rules)
    if not protection.calls:
        seccomp.filter_calls(
            processes=request["processes"],
            programs=request["program"] is not None,
            waits=request["are_waits_referred"],
        )


def _try_namespaces(readable: tuple[str, ...]) -> None:
    enter_shared()
    leave_the_host()
    if reason := _why_not(lambda: enter_root(readable, "/")):
        raise OSError(reason)


def _why_not(action: Callable[[], object]) -> str:
    """Why an action fails in a child process; empty if it succeeds."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            action()
        except OSError as error:
            os.write(write_end, (error.strerror or str(error)).encode())
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        reason = answer.read()
    _, status = os.waitpid(child, 0)
    return reason or ("" if status == 0 else "the attempt failed")
