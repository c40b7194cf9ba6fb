"""A filter in the kernel that refuses every system call but those an agent needs (seccomp(2)).

The filter is a classic BPF program over the number and the arguments of a call. The operands of a
jump are how many instructions it skips.
"""

import ctypes
import errno
import os
import resource
import signal
from collections.abc import Iterable

from enraya.isolation.sandbox.linux import call, gain_nothing
from enraya.isolation.sandbox.syscalls import Machine, this_machine

_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_SECCOMP_SET_FILTER, _SECCOMP_NEW_LISTENER = 1, 1 << 3
_LOAD, _SKIP, _EQUALS, _HAS_BITS, _KEEP_BITS, _RETURN = 0x20, 0x05, 0x15, 0x45, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _ARGUMENT_SIZE = 0, 4, 16, 8
_ALLOW, _REFER, _FAIL, _KILL = 0x7FFF0000, 0x7FC00000, 0x00050000, 0x80000000
_REFUSE = _FAIL | errno.EPERM
_DO_NOTHING = _FAIL  # with no error: the call seems to succeed

_CLONE_THREAD = 0x10000
_CLONE_NAMESPACES = 0x7E020000
_CLONE_SIGNAL = 0xFF
"""The bits of the signal that a process sends its parent when it ends. Only the default signal is
allowed, because another one could let a parent that is stopped continue."""
_FUTEX_PRIVATE = 128
"""The flag for threads of one process; without it, agents could wake each other through any file
that both can read."""
_SHARED_WAITS = (0, 9, 256, 265)
"""Operations that wait for other processes; allowed if the watch keeps two agents from meeting."""
_CLOCKS = range(12)
"""The clocks with a name; the others tell how long any process has run."""
_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030, 1032)
"""Commands for copies of descriptors, their flags and the size of a pipe. There are none for locks,
leases, owners or signals, with which a full pipe could wake an agent that is stopped between its
moves."""
_IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Requests for whether a descriptor is a terminal, the size of that, how many bytes wait, whether
it blocks and whether it closes on exec. None of them writes to a terminal."""
_PRCTL_OPTIONS = (15, 16, 0x53564D41)
"""Options for the names of threads and of memory; not for the signal when the parent ends."""

_MAP_KIND = 0x2F
_MAPPINGS = (0x01, 0x02, 0x03, 0x22)
"""Mappings of files, shared or private, and of private memory. There is no shared memory, because
its pages that no process has touched lately belong to no process and escape every limit."""
_ADD_WATCH = 1

_PERSONALITIES = (0xFFFFFFFF, 0, 0x40000)
"""The query, the default, and the one with the same addresses in every run, which Lisp wants."""

_LOCAL = 1
"""Local sockets, which Java makes in pairs; only bytes pass, because no call can send more."""

# Nor may an agent end itself by SIGKILL, or by a limit on its processor time: a process that ends
# by that signal counts as killed from outside, and its game is played again.

_Code = tuple[int, int, int, int]


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("code", ctypes.POINTER(_Instruction)))


def refer_calls(*, starts: bool) -> int:
    """Irrevocably refers some calls of this process to the process with the returned descriptor.

    These are calls that start processes and threads, that wait for other processes, or that add to
    the descriptors waited for; see `enraya.isolation.referrals`.

    Args:
        starts: whether to refer calls that start processes and threads.

    Raises:
        OSError: when the kernel cannot do that.
    """
    machine = this_machine()
    if machine is None:
        raise OSError(errno.ENOSYS, "the system calls of this machine are not known")
    gain_nothing()
    program = ctypes.byref(_program(_referral(machine, starts=starts)))
    return call("syscall", machine.seccomp, _SECCOMP_SET_FILTER, _SECCOMP_NEW_LISTENER, program)


def filter_calls(*, processes: bool, programs: bool = False, waits: bool = False) -> None:
    """Irrevocably refuses this process every call that is not on the list.

    Args:
        processes: whether it may start processes and signal them.
        programs: whether it may replace itself by another program.
        waits: whether it may wait for other processes, because such calls are referred.

    Raises:
        OSError: when the kernel cannot filter calls.
    """
    machine = this_machine()
    if machine is None:
        raise OSError(errno.ENOSYS, "the system calls of this machine are not known")
    own = os.getpid()
    program = _program(_filter(machine, own, processes=processes, programs=programs, waits=waits))
    gain_nothing()
    call("prctl", _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0)


def _program(lines: list[_Code]) -> _Program:
    code = [_Instruction(*fields) for fields in lines]
    return _Program(len(code), (_Instruction * len(code))(*code))


def _referral(machine: Machine, *, starts: bool = True) -> list[_Code]:
    """The program that refers calls; all others pass on to the filter that judges them."""
    beginnings = (machine.judged["clone"], *machine.processes) if starts else ()
    count = len(_SHARED_WAITS)
    waits = [(_EQUALS, count - place, 0, value) for place, value in enumerate(_SHARED_WAITS)]
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUALS, 1, 0, machine.architecture),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _NUMBER),
        *_returning(beginnings, _REFER),
        (_EQUALS, 0, 4, machine.watch),
        (_LOAD, 0, 0, _FIRST_ARGUMENT + _ARGUMENT_SIZE),
        (_EQUALS, 0, 1, _ADD_WATCH),
        (_RETURN, 0, 0, _REFER),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUALS, 1, 0, machine.judged["futex"]),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _FIRST_ARGUMENT + _ARGUMENT_SIZE),
        (_HAS_BITS, count, 0, _FUTEX_PRIVATE),
        *waits,
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFER),
    ]


def _filter(
    machine: Machine, own: int, *, processes: bool, programs: bool = False, waits: bool = False
) -> list[_Code]:
    judged = machine.judged
    free = machine.free
    blocks = [
        *_block(judged["fcntl"], _one_of(1, _FCNTL_COMMANDS)),
        *_block(judged["ioctl"], _one_of(1, _IOCTL_REQUESTS)),
        *_block(judged["prctl"], _one_of(0, _PRCTL_OPTIONS)),
        *_block(judged["prlimit64"], _one_of(0, (0, own)), _not(1, resource.RLIMIT_CPU)),
        *_block(judged["setrlimit"], _not(0, resource.RLIMIT_CPU)),
        *_block(judged["futex"], _futex(_SHARED_WAITS if waits else ())),
    ]
    for clock in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        blocks += _block(judged[clock], _one_of(0, _CLOCKS))
    if programs or processes:
        free += machine.programs
        blocks += _block(judged["mmap"], _one_of(3, _MAPPINGS, of=_MAP_KIND))
    else:  # all its addresses are limited
        free += (judged["mmap"],)
    if programs:
        blocks += [
            *_block(judged["personality"], _one_of(0, _PERSONALITIES)),
            *_block(judged["socketpair"], _one_of(0, (_LOCAL,))),
        ]
    if processes:
        free += (*machine.processes, judged["kill"], judged["tgkill"])
        blocks += [
            *_block(
                judged["clone"],
                _without_bits(0, _CLONE_NAMESPACES),
                _one_of(0, (0, signal.SIGCHLD), of=_CLONE_SIGNAL),
            ),
            *_returning(machine.groups, _DO_NOTHING),
        ]
    else:
        blocks += [
            *_block(
                judged["clone"],
                _with_bits(0, _CLONE_THREAD),
                _without_bits(0, _CLONE_NAMESPACES),
            ),
            *_block(judged["kill"], _one_of(0, (own,)), _not(1, signal.SIGKILL)),
            *_block(judged["tgkill"], _one_of(0, (own,)), _not(2, signal.SIGKILL)),
        ]
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUALS, 1, 0, machine.architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        *_returning(free, _ALLOW),
        *_returning(machine.missing, _FAIL | errno.ENOSYS),
        *blocks,
        (_RETURN, 0, 0, _REFUSE),
    ]


def _returning(numbers: Iterable[int], verdict: int) -> list[_Code]:
    """Instructions that return a verdict for these numbers, and continue for all others."""
    tests = sorted(numbers)
    jumps = [(_EQUALS, len(tests) - place, 0, number) for place, number in enumerate(tests)]
    return [*jumps, (_SKIP, 0, 0, 1), (_RETURN, 0, 0, verdict)]


def _one_of(argument: int, values: Iterable[int], *, of: int | None = None) -> list[_Code]:
    """Refuses a call unless an argument, or its bits ``of``, is one of these values."""
    tests = list(values)
    jumps = [(_EQUALS, len(tests) - place, 0, value) for place, value in enumerate(tests)]
    return _unless(argument, jumps if of is None else [(_KEEP_BITS, 0, 0, of), *jumps])


def _not(argument: int, value: int) -> list[_Code]:
    """Refuses a call if an argument has this value."""
    return _unless(argument, [(_EQUALS, 0, 1, value)])


def _futex(others: tuple[int, ...]) -> list[_Code]:
    """Lets the threads of one process wait for and wake each other, and no other process.

    Args:
        others: operations with which they may still wait for other processes.
    """
    jumps = [(_EQUALS, len(others) - place, 0, value) for place, value in enumerate(others)]
    return _unless(1, [(_HAS_BITS, len(others) + 1, 0, _FUTEX_PRIVATE), *jumps], _DO_NOTHING)


def _with_bits(argument: int, bits: int) -> list[_Code]:
    """Refuses a call unless an argument has one of these bits."""
    return _unless(argument, [(_HAS_BITS, 1, 0, bits)])


def _without_bits(argument: int, bits: int) -> list[_Code]:
    """Refuses a call if an argument has one of these bits."""
    return _unless(argument, [(_HAS_BITS, 0, 1, bits)])


def _unless(argument: int, jumps: list[_Code], otherwise: int = _REFUSE) -> list[_Code]:
    """Refuses a call, unless one of the jumps, which test an argument, skips the refusal."""
    place = _FIRST_ARGUMENT + _ARGUMENT_SIZE * argument
    return [(_LOAD, 0, 0, place), *jumps, (_RETURN, 0, 0, otherwise)]


def _block(number: int, *checks: list[_Code]) -> list[_Code]:
    """Allows one call if none of the checks refuses it."""
    body = [*(code for check in checks for code in check), (_RETURN, 0, 0, _ALLOW)]
    return [(_EQUALS, 0, len(body), number), *body]
