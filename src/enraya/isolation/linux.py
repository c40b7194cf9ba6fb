"""What the Linux kernel offers a process that wants less power: calls Python has no names for."""

import ctypes
import os
import signal

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1
_PR_SET_NAME = 15
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITY_VERSION_3 = 0x20080522
_SYS_MOUNT_SETATTR = 442
_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_MOUNT_ATTR_RDONLY = 1
_MS_PRIVATE = 1 << 18


def call(name: str, *arguments: object) -> None:
    """Calls a function of the C library that returns 0.

    Raises:
        OSError: when it returns anything else.
    """
    if getattr(_libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def adopt_orphans() -> None:
    """Makes this process the parent of every descendant whose own parent has ended."""
    call("prctl", _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent(parent: int) -> None:
    """Ends this process as soon as its parent, process ``parent``, ends."""
    call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before we asked
        os._exit(1)


def show_as(name: str) -> None:
    """Sets the name of this process in listings; 15 characters at most."""
    call("prctl", _PR_SET_NAME, name.encode(), 0, 0, 0)


def gain_nothing() -> None:
    """Keeps any program this process becomes from having more rights than it."""
    call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def drop_capabilities() -> None:
    """Gives up the powers of the superuser, in this namespace and every other."""
    header = _CapabilityHeader(_CAPABILITY_VERSION_3, 0)
    none = (ctypes.c_uint32 * 6)()
    call("capset", ctypes.byref(header), ctypes.byref(none))


def unshare(flags: int) -> None:
    """Leaves the namespaces that the flags name for new ones."""
    call("unshare", flags)


def mount(kind: str, place: str, options: str) -> None:
    """Mounts a file system that needs no device."""
    call("mount", kind.encode(), place.encode(), kind.encode(), 0, options.encode())


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("attr_set", "attr_clr", "propagation", "userns_fd")
    )


def make_files_read_only() -> None:
    """Makes every mounted file system read-only in this mount namespace."""
    wanted = _MountAttributes(_MOUNT_ATTR_RDONLY, 0, _MS_PRIVATE, 0)
    size = ctypes.sizeof(wanted)
    arguments = (_SYS_MOUNT_SETATTR, _AT_FDCWD, b"/", _AT_RECURSIVE, ctypes.byref(wanted), size)
    call("syscall", *arguments)
