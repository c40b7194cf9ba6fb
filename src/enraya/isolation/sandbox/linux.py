"""Linux system calls that Python lacks, with which a process gives up privileges."""

import ctypes
import os
import re
import signal
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_SYS_MOUNT_SETATTR = 442
_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_MS_BIND, _MS_REC, _MS_PRIVATE = 1 << 12, 1 << 14, 1 << 18
_MNT_DETACH = 2
_LARGEST_NUMBER = Path("/proc/sys/kernel/pid_max")
_LAST_NUMBER = Path("/proc/sys/kernel/ns_last_pid")
_USED_ONCE = 300
"""The kernel gives out process IDs up to this one only once, so a limit begins above it."""
_OWN_LIMIT_SINCE = (6, 14)

NEW_MOUNTS, NEW_IPC, NEW_USER = 0x00020000, 0x08000000, 0x10000000
NEW_PROCESSES, NEW_NETWORK = 0x20000000, 0x40000000
"""Flags of `unshare`."""
READ_ONLY, NO_SUID, NO_DEVICES, NO_PROGRAMS = 1, 2, 4, 8
"""Flags of `set_mount`."""


def call(name: str, *arguments: object) -> int:
    """Calls a function of the C library that returns a negative number when it fails.

    Raises:
        OSError: when the function fails.
    """
    result: int = getattr(_libc, name)(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def adopt_orphans() -> None:
    """Makes this process the parent of every descendant whose own parent has ended."""
    call("prctl", _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent(parent: int) -> None:
    """Has the kernel kill this process as soon as its parent, the process ``parent``, ends."""
    call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before this call
        os._exit(1)


def show_as(name: str) -> None:
    """Sets the name of this process in listings, at most 15 characters."""
    call("prctl", _PR_SET_NAME, name.encode(), 0, 0, 0)


def limit_processes(most: int) -> bool:
    """Limits the number of processes and threads in a namespace whose first process this is.

    It does so by limiting their process IDs.

    Returns:
        False before Linux 6.14, where the limit is the whole machine's, or if it is not allowed.
    """
    found = re.match(r"(\d+)\.(\d+)", os.uname().release)
    assert os.getpid() == 1  # the limit is that of this namespace
    if found is None or tuple(map(int, found.groups())) < _OWN_LIMIT_SINCE:
        return False
    try:
        _LARGEST_NUMBER.write_text(str(_USED_ONCE + most))
        _LAST_NUMBER.write_text(str(_USED_ONCE))
    except OSError:
        return False
    return True


def gain_nothing() -> None:
    """Keeps programs that this process executes from gaining privileges (no_new_privs)."""
    call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def drop_capabilities() -> None:
    """Gives up all capabilities of the superuser, in this namespace and every other."""
    header = _CapabilityHeader(_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    call("capset", ctypes.byref(header), ctypes.byref(none))


def unshare(flags: int) -> None:
    """Moves this process from the namespaces that the flags name to new ones."""
    call("unshare", flags)


def mount(kind: str, place: str, options: str) -> None:
    """Mounts a file system that needs no device."""
    call("mount", kind.encode(), place.encode(), kind.encode(), 0, options.encode())


def bind(source: str, place: str) -> None:
    """Makes a file or folder, with what is mounted below it, appear at a second place."""
    call("mount", source.encode(), place.encode(), None, _MS_BIND | _MS_REC, None)


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("attr_set", "attr_clr", "propagation", "userns_fd")
    )


def set_mount(place: str, flags: int, *, below: bool = True) -> None:
    """Restricts a mount, by default with those below it, and keeps later mounts from spreading."""
    wanted = _MountAttributes(flags, 0, _MS_PRIVATE, 0)
    depth = _AT_RECURSIVE if below else 0
    attributes = ctypes.byref(wanted), ctypes.sizeof(wanted)
    call("syscall", _SYS_MOUNT_SETATTR, _AT_FDCWD, place.encode(), depth, *attributes)


def change_root(new: str, old: str) -> None:
    """Makes a mount the root of this mount namespace, and moves the former root to ``old``."""
    call("pivot_root", new.encode(), old.encode())
    os.chdir("/")


def detach(place: str) -> None:
    """Unmounts what is mounted at a place and everything below it, even if it is in use."""
    call("umount2", place.encode(), _MNT_DETACH)
