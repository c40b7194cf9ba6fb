"""Landlock: the kernel's list of the files that a process may use (landlock(7)).

It needs no privileges and no namespaces. What is not on the list cannot be opened, created, renamed
or removed, by whatever path the process reaches it. If the kernel's version of Landlock is recent
enough, the process also cannot connect over TCP, reach an abstract socket outside or signal a
process outside.
"""

import ctypes
import os
from collections.abc import Iterable
from contextlib import suppress
from stat import S_ISDIR

from enraya.isolation.sandbox.linux import call, gain_nothing

LEAST_VERSION = 3
"""Earlier versions let a process empty a file that it may only read."""
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_BENEATH_A_PATH = 1
_FILE_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 5: 16}
"""From each of these versions on, how many rights on files Landlock has."""
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1, 2, 4, 8
_REMOVE_FOLDER, _REMOVE_FILE, _MAKE_FOLDER, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_MAKE_LINK, _MOVE, _TRUNCATE = 1 << 12, 1 << 13, 1 << 14

READ = _EXECUTE | _READ_FILE | _READ_FOLDER
USE_DEVICE = _READ_FILE | _WRITE_FILE
CHANGE = (
    _READ_FILE | _READ_FOLDER | _WRITE_FILE | _TRUNCATE | _MOVE
    | _REMOVE_FOLDER | _REMOVE_FILE | _MAKE_FOLDER | _MAKE_FILE | _MAKE_LINK
)  # fmt: skip
"""What may be done with a path: `READ` it, `USE_DEVICE`, or `CHANGE` what is below it."""
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE


class _Ruleset(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("files", "network", "scopes"))


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The version of Landlock that the kernel has; 0 if it has none."""
    try:
        return call("syscall", _CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def allow_only(rules: Iterable[tuple[str, int]]) -> None:
    """Irrevocably restricts this thread and everything it starts to the paths listed.

    Args:
        rules: paths, each with what may be done with it and everything below it; a path that does
            not exist is skipped.

    Raises:
        OSError: when the kernel has no Landlock.
    """
    known = version()
    rights = (1 << max(count for since, count in _FILE_RIGHTS_BY_VERSION.items()
                       if since <= max(known, 1))) - 1  # fmt: skip
    wanted = _Ruleset(rights, 3 * (known >= _NETWORK_SINCE), 3 * (known >= _SCOPES_SINCE))
    size = 8 * (1 + (known >= _NETWORK_SINCE) + (known >= _SCOPES_SINCE))
    ruleset = call("syscall", _CREATE_RULESET, ctypes.byref(wanted), size, 0)
    try:
        for path, allowed in rules:
            with suppress(FileNotFoundError):
                _add(ruleset, path, allowed & rights)
        gain_nothing()
        call("syscall", _RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _add(ruleset: int, path: str, allowed: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not S_ISDIR(os.fstat(place).st_mode):
            allowed &= _ON_FILES
        rule = _Rule(allowed, place)
        call("syscall", _ADD_RULE, ruleset, _BENEATH_A_PATH, ctypes.byref(rule), 0)
    finally:
        os.close(place)
