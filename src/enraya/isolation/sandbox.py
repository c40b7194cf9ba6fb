"""Namespaces, where users may have them: no network, no foreign processes, read-only files.

The fork server enters the first half once: a user namespace, in which it may enter the others,
and an empty network. Every agent enters the second half alone: its own processes and mounts.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

from enraya.isolation.linux import make_files_read_only, mount, unshare
from enraya.kernels import cache_directory

SCRATCH = "/dev/shm"  # noqa: S108  # a private one is mounted here
"""Where a sandboxed agent may write; empty at the start of each game."""
SWITCH = "ENRAYA_SANDBOX"
"""The variable that turns the sandbox off when it is ``off``."""
_SCRATCH_MB = 64
_NEW_USER, _NEW_NETWORK, _NEW_IPC = 0x10000000, 0x40000000, 0x08000000
_NEW_PROCESSES, _NEW_MOUNTS = 0x20000000, 0x00020000


def enter_shared() -> None:
    """The half that all agents of one fork server share.

    Raises:
        OSError: when the system does not allow it.
    """
    user, group = os.geteuid(), os.getegid()
    unshare(_NEW_USER | _NEW_NETWORK | _NEW_IPC)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        Path("/proc/self", name).write_text(text)


def enter_own() -> None:
    """The half of one agent; the next process that is forked sees only its own children.

    Raises:
        OSError: when the system does not allow it.
    """
    unshare(_NEW_PROCESSES | _NEW_MOUNTS)
    make_files_read_only()
    mount("tmpfs", SCRATCH, f"size={_SCRATCH_MB}m,mode=1777")
    _let_compiled_kernels_be_written()


def _let_compiled_kernels_be_written() -> None:
    """Puts a writable layer, gone with the agent, over the cache of compiled kernels."""
    cache = cache_directory()
    if not cache.is_dir():
        return
    layers = [Path(SCRATCH, ".kernels", name) for name in ("upper", "work")]
    for layer in layers:
        layer.mkdir(parents=True)
    upper, work = layers
    lower = re.sub(r"([\\:,])", r"\\\1", str(cache))
    options = f"lowerdir={lower},upperdir={upper},workdir={work},userxattr"
    mount("overlay", str(cache), options)


def why_not() -> str:
    """Why there is no sandbox here; empty when there is one."""
    if os.environ.get(SWITCH) == "off":
        return f"{SWITCH} is off"
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write_end, _attempt(_enter_everything).encode())
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        reason = answer.read()
    _, status = os.waitpid(child, 0)
    return reason or ("" if status == 0 else "the attempt failed")


def _enter_everything() -> None:
    enter_shared()
    enter_own()
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def _attempt(action: Callable[[], None]) -> str:
    try:
        action()
    except OSError as error:
        return str(error)
    return ""
