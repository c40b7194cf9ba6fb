"""A filter in the kernel that keeps a process from starting others; threads stay possible.

The filter is a program for the kernel's packet machine over the number and the arguments of a
system call (seccomp(2)). Of ``fork``, ``vfork`` and ``clone`` only ``clone`` with the flag for a
thread passes. ``clone3`` hides its flags in memory where no filter sees them, so it is reported as
missing, and the C library falls back to ``clone``.
"""

import ctypes
import errno
import platform
from typing import NamedTuple

from enraya.isolation.linux import call, gain_nothing

_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_CLONE_THREAD = 0x10000
_CLONE3 = 435
_FIRST_FOREIGN_CALL = 0x40000000
"""From here on are the calls of x86's other ABI, which could bypass a filter."""

_LOAD, _EQUALS, _AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000


class _Calls(NamedTuple):
    architecture: int
    clone: int
    forks: tuple[int, ...]
    """The calls that only ever start a process."""


_MACHINES = {
    "x86_64": _Calls(0xC000003E, 56, (57, 58)),
    "aarch64": _Calls(0xC00000B7, 220, ()),
}


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("code", ctypes.POINTER(_Instruction)))


def forbid_processes(*, kill: bool) -> None:
    """Makes every attempt to start a process fail, or end this process with SIGSYS.

    This cannot be undone, only made stricter. It does nothing where the machine's calls are
    unknown.
    """
    calls = _MACHINES.get(platform.machine())
    if calls is None:
        return
    code = _filter(calls, _KILL if kill else _REFUSE | errno.EPERM)
    program = _Program(len(code), (_Instruction * len(code))(*code))
    gain_nothing()
    call("prctl", _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)


def _filter(calls: _Calls, verdict: int) -> list[_Instruction]:
    """The program; a jump counts the instructions it skips."""
    answer = [
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_HAS_BITS, 0, 1, _CLONE_THREAD),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, verdict),
        (_RETURN, 0, 0, _REFUSE | errno.ENOSYS),
    ]
    tests = [(_EQUALS, _CLONE3, 5), (_EQUALS, calls.clone, 1), (_AT_LEAST, _FIRST_FOREIGN_CALL, 4)]
    tests += [(_EQUALS, number, 4) for number in calls.forks]
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUALS, 1, 0, calls.architecture),
        (_RETURN, 0, 0, verdict),
        (_LOAD, 0, 0, _NUMBER),
    ]
    for place, (test, number, target) in enumerate(tests):
        code.append((test, target + len(tests) - place - 1, 0, number))
    return [_Instruction(*fields) for fields in code + answer]
