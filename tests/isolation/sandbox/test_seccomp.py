"""The filter of system calls, run by an interpreter of its own for each kind of machine."""

import errno
import resource
import signal

import pytest

from enraya.isolation.sandbox.seccomp import _filter, _referral
from enraya.isolation.sandbox.syscalls import MACHINES, Machine

ALLOW, REFER, KILL = 0x7FFF0000, 0x7FC00000, 0x80000000
REFUSE, MISSING = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
NOTHING = 0x00050000
OWN = 7
CLOCKS = ("clock_gettime", "clock_getres", "clock_nanosleep")
CALLS = 600
"""More than any kernel has."""


def verdict(
    machine: Machine,
    number: int,
    *arguments: int,
    processes: bool = False,
    programs: bool = False,
    waits: bool = False,
    architecture: int | None = None,
) -> int:
    """What the kernel would do with a call."""
    code = _filter(machine, OWN, processes=processes, programs=programs, waits=waits)
    return obeyed(code, machine, number, *arguments, architecture=architecture)


def obeyed(
    code: list[tuple[int, int, int, int]],
    machine: Machine,
    number: int,
    *arguments: int,
    architecture: int | None = None,
) -> int:
    """What a filter says about a call, found by obeying it step by step."""
    named = machine.architecture if architecture is None else architecture
    words = {0: number, 4: named} | {16 + 8 * i: value for i, value in enumerate(arguments)}
    accumulator = place = 0
    while True:
        operation, if_true, if_false, k = code[place]
        place += 1
        if operation == 0x20:
            accumulator = words.get(k, 0) & 0xFFFFFFFF
        elif operation == 0x54:
            accumulator &= k
        elif operation == 0x05:
            place += k
        elif operation == 0x06:
            return k
        else:
            holds = accumulator == k if operation == 0x15 else bool(accumulator & k)
            place += if_true if holds else if_false


machines = pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES.keys())


@machines
def test_exactly_the_listed_calls_pass(machine: Machine) -> None:
    passing = {number for number in range(CALLS) if verdict(machine, number) == ALLOW}
    by_argument_zero = {machine.judged[name] for name in ("fcntl", "mmap", *CLOCKS)}
    assert passing == {*machine.free} | by_argument_zero
    missing = {number for number in range(CALLS) if verdict(machine, number) == MISSING}
    assert missing == set(machine.missing)


@machines
def test_only_threads_may_be_cloned(machine: Machine) -> None:
    clone = machine.judged["clone"]
    assert verdict(machine, clone, 0x3D0F00) == ALLOW
    assert verdict(machine, clone, 17) == REFUSE
    assert verdict(machine, clone, 17, processes=True) == ALLOW
    for namespace in (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000):
        assert verdict(machine, clone, 17 | namespace, processes=True) == REFUSE
        assert verdict(machine, clone, 0x3D0F00 | namespace) == REFUSE
    for number in machine.processes:
        assert verdict(machine, number) == REFUSE
        assert verdict(machine, number, processes=True) == ALLOW


@machines
def test_the_end_of_a_process_does_not_resume_a_stopped_one(machine: Machine) -> None:
    """Neither its signal to its parent nor leaving a group without ties does that."""
    clone = machine.judged["clone"]
    assert verdict(machine, clone, 0x4100 | signal.SIGCHLD, processes=True) == ALLOW
    for number in (signal.SIGCONT, signal.SIGKILL, 40):
        assert verdict(machine, clone, number, processes=True) == REFUSE
    for number in machine.groups:
        assert verdict(machine, number) == REFUSE
        assert verdict(machine, number, processes=True) == NOTHING


@machines
def test_a_program_may_exec_another_but_not_start_one(machine: Machine) -> None:
    lisp = machine.judged["personality"]
    different = {
        number
        for number in range(CALLS)
        if verdict(machine, number) != verdict(machine, number, programs=True)
    }
    assert different == {*machine.programs, lisp, machine.judged["mmap"]}
    pair = machine.judged["socketpair"]
    assert [verdict(machine, pair, kind, programs=True) for kind in (1, 2, 16)] == [
        ALLOW,
        REFUSE,
        REFUSE,
    ]
    assert verdict(machine, pair, 1) == REFUSE
    assert verdict(machine, lisp, 0x40000, programs=True) == ALLOW
    assert verdict(machine, lisp, 0x400000, programs=True) == REFUSE  # memory that can be run


@machines
@pytest.mark.parametrize("may", ["processes", "programs"])
def test_memory_cannot_be_shared_where_address_space_is_unlimited(
    machine: Machine, may: str
) -> None:
    file, private, validated, hidden, fixed = 0x01, 0x02, 0x03, 0x20, 0x10
    mmap = machine.judged["mmap"]
    for flags in (file, private, validated, private | hidden, private | hidden | fixed):
        assert verdict(machine, mmap, 0, 4096, 3, flags, **{may: True}) == ALLOW
    for flags in (file | hidden, validated | hidden, 0x08 | hidden, hidden):
        assert verdict(machine, mmap, 0, 4096, 3, flags, **{may: True}) == REFUSE
        assert verdict(machine, mmap, 0, 4096, 3, flags) == ALLOW


@machines
@pytest.mark.parametrize("name", ["kill", "tgkill"])
def test_a_process_can_signal_only_itself(machine: Machine, name: str) -> None:
    assert verdict(machine, machine.judged[name], OWN) == ALLOW
    for other in (0, 1, OWN + 1, 2**32 - 1):
        assert verdict(machine, machine.judged[name], other) == REFUSE


@machines
def test_an_agent_cannot_pretend_that_it_was_killed_from_outside(machine: Machine) -> None:
    judged = machine.judged
    assert verdict(machine, judged["kill"], OWN, signal.SIGKILL) == REFUSE
    assert verdict(machine, judged["kill"], OWN, signal.SIGTERM) == ALLOW
    assert verdict(machine, judged["tgkill"], OWN, OWN, signal.SIGKILL) == REFUSE
    assert verdict(machine, judged["tgkill"], OWN, signal.SIGKILL, signal.SIGABRT) == ALLOW
    for process in (0, OWN):
        assert verdict(machine, judged["prlimit64"], process, resource.RLIMIT_CPU) == REFUSE
        assert verdict(machine, judged["prlimit64"], process, resource.RLIMIT_AS) == ALLOW
    assert verdict(machine, judged["prlimit64"], OWN + 1, resource.RLIMIT_AS) == REFUSE
    assert verdict(machine, judged["setrlimit"], resource.RLIMIT_CPU) == REFUSE
    assert verdict(machine, judged["setrlimit"], resource.RLIMIT_AS) == ALLOW


@machines
def test_descriptors_can_neither_lock_nor_signal(machine: Machine) -> None:
    fcntl, ioctl = machine.judged["fcntl"], machine.judged["ioctl"]
    for command in (5, 6, 7, 8, 10, 15, 36, 37, 38, 1024, 1026, 1031, 1033):
        assert verdict(machine, fcntl, 3, command) == REFUSE, command
    for request in (0x5412, 0x540E, 0x5452, 0x8901, 0x541C):  # type into a terminal, own it, wake
        assert verdict(machine, ioctl, 0, request) == REFUSE, request
    assert verdict(machine, ioctl, 0, 0x5401) == ALLOW


@machines
def test_the_death_of_the_parent_cannot_be_ignored(machine: Machine) -> None:
    assert verdict(machine, machine.judged["prctl"], 1) == REFUSE
    assert verdict(machine, machine.judged["prctl"], 15) == ALLOW


@machines
def test_system_calls_of_another_architecture_kill_the_process(machine: Machine) -> None:
    assert verdict(machine, 0, architecture=0x40000003) == KILL
    assert verdict(machine, 0x40000000) == REFUSE  # x86's third set of numbers


@machines
def test_a_process_can_neither_wake_nor_wait_for_another(machine: Machine) -> None:
    futex = machine.judged["futex"]
    for operation in (0, 1, 9, 9 | 256):
        assert verdict(machine, futex, 1 << 40, operation | 128) == ALLOW
        assert verdict(machine, futex, 1 << 40, operation) == NOTHING


@machines
def test_starting_and_waiting_for_processes_is_referred_to_the_supervisor(machine: Machine) -> None:
    futex, clone = machine.judged["futex"], machine.judged["clone"]
    code = _referral(machine)
    for number in (clone, *machine.processes):
        assert obeyed(code, machine, number, 17) == REFER
    for operation in (0, 9, 9 | 256):
        assert obeyed(code, machine, futex, 1 << 40, operation) == REFER
        assert obeyed(code, machine, futex, 1 << 40, operation | 128) == ALLOW
        assert verdict(machine, futex, 1 << 40, operation, waits=True) == ALLOW
    for wake in (1, 3, 4, 5, 10):
        assert obeyed(code, machine, futex, 1 << 40, wake) == ALLOW
        assert verdict(machine, futex, 1 << 40, wake, waits=True) == NOTHING
    limited = _referral(machine, starts=False)
    for number in (clone, *machine.processes):
        assert obeyed(limited, machine, number, 17) == ALLOW
    assert obeyed(limited, machine, futex, 1 << 40, 0) == REFER
    assert [obeyed(code, machine, machine.watch, 5, order) for order in (1, 2, 3)] == [
        REFER,
        ALLOW,
        ALLOW,
    ]
    for number in set(range(CALLS)) - {clone, futex, *machine.processes}:
        assert obeyed(code, machine, number) == ALLOW


@machines
@pytest.mark.parametrize("name", CLOCKS)
def test_a_process_cannot_read_the_cpu_clock_of_another(machine: Machine, name: str) -> None:
    assert verdict(machine, machine.judged[name], 3) == ALLOW
    for process in (0, 1, 100_000):
        assert verdict(machine, machine.judged[name], ~process << 3 | 2) == REFUSE
