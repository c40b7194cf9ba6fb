"""The system calls that an agent may make, with their numbers on each processor architecture.

Everything else fails: sockets, memory without a mapping (memfd), shared memory and queues, timers
that signal, mounts, namespaces, tracing, other processes' memory, io_uring, bpf, keys, locks, the
permissions of files, and what tells or changes which files are in memory (mincore, fadvise). The
lists name only calls that act on the process itself, on files that it could open anyway, or on
time.
"""

import platform
from typing import NamedTuple

_X86_64 = 0
_AARCH64 = 1
_ABSENT = -1

# name: number on x86-64, number on aarch64
_FREE = """
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69,
pwritev 296 70, lseek 8 62, close 3 57, close_range 436 436, dup 32 23, dup2 33 -1, dup3 292 24,
pipe 22 -1, pipe2 293 59, poll 7 -1, ppoll 271 73, select 23 -1, pselect6 270 72,
eventfd2 290 19, open 2 -1, openat 257 56, creat 85 -1, stat 4 -1, fstat 5 80, lstat 6 -1,
newfstatat 262 79, statx 332 291, statfs 137 43, fstatfs 138 44, access 21 -1, faccessat 269 48,
readlink 89 -1, readlinkat 267 78, getcwd 79 17, chdir 80 49, fchdir 81 50, getdents 78 -1,
getdents64 217 61, mkdir 83 -1, mkdirat 258 34, rmdir 84 -1, unlink 87 -1, unlinkat 263 35,
rename 82 -1, renameat 264 38, renameat2 316 276, link 86 -1, linkat 265 37, symlink 88 -1,
symlinkat 266 36, ftruncate 77 46, fsync 74 82, fdatasync 75 83, umask 95 166,
sendfile 40 71, copy_file_range 326 285,
munmap 11 215, mremap 25 216, mprotect 10 226, madvise 28 233, msync 26 227, brk 12 214,
membarrier 324 283, get_mempolicy 239 236,
set_robust_list 273 99, get_robust_list 274 100, rseq 334 293, set_tid_address 218 96,
gettid 186 178, getpid 39 172, getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176,
getegid 108 177, getgroups 115 158, getpgrp 111 -1, getpgid 121 155, getsid 124 156,
getresuid 118 148, getresgid 120 150, sched_yield 24 124, sched_getaffinity 204 123,
sched_getparam 143 121, sched_getscheduler 145 120, sched_get_priority_max 146 125,
sched_get_priority_min 147 126, getcpu 309 168, getpriority 140 141,
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigsuspend 130 133,
rt_sigpending 127 136, rt_sigtimedwait 128 137, sigaltstack 131 132, pause 34 -1, alarm 37 -1,
setitimer 38 103, getitimer 36 102, restart_syscall 219 128,
nanosleep 35 101,
gettimeofday 96 169, time 201 -1, times 100 153, getrusage 98 165, getrandom 318 278, uname 63 160,
sysinfo 99 179, getrlimit 97 163, arch_prctl 158 -1, exit 60 93,
exit_group 231 94, wait4 61 260, waitid 247 95
"""
_WAITS = ("poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait")
_PROGRAMS = """
execve 59 221, execveat 322 281, epoll_create 213 -1, epoll_create1 291 20, epoll_ctl 233 21,
epoll_wait 232 -1, epoll_pwait 281 22
"""
_PROCESSES = "fork 57 -1, vfork 58 -1"
_GROUPS = "setsid 112 157, setpgid 109 154"
_JUDGED = """
clone 56 220, fcntl 72 25, ioctl 16 29, kill 62 129, tgkill 234 131, prctl 157 167,
prlimit64 302 261, setrlimit 160 164, futex 202 98, clock_gettime 228 113, clock_getres 229 114,
clock_nanosleep 230 115, personality 135 92, mmap 9 222,
socketpair 53 199
"""
_MISSING = "clone3 435 435, openat2 437 437, faccessat2 439 439, fchmodat2 452 452"


class Machine(NamedTuple):
    """The system calls of a processor architecture."""

    architecture: int
    """The number of the architecture in the kernel's filters."""
    seccomp: int
    """The call that installs a filter."""
    free: tuple[int, ...]
    """Calls that are allowed with any arguments."""
    programs: tuple[int, ...]
    """Calls that only programs may make: to replace themselves by another program, and to wait for
    any of many descriptors, as virtual machines do."""
    processes: tuple[int, ...]
    """Calls that do nothing but start a process."""
    groups: tuple[int, ...]
    """Calls that change process groups. For agents that may start processes, they do nothing but
    seem to succeed: the kernel lets a stopped process continue when its group is orphaned."""
    judged: dict[str, int]
    """Calls whose arguments decide whether they are allowed."""
    missing: tuple[int, ...]
    """Calls reported as unknown, so that the C library uses others: their arguments are in memory,
    where no filter sees them."""
    read: int
    watch: int
    """The call that adds to the descriptors that a process waits for (epoll_ctl)."""
    waits: tuple[int, ...]
    """Calls that wait for any of several descriptors."""


def _table(text: str, machine: int) -> dict[str, int]:
    rows = (entry.split() for entry in text.split(","))
    numbers = {name: int(numbers[machine]) for name, *numbers in rows}
    return {name: number for name, number in numbers.items() if number != _ABSENT}


def _machine(architecture: int, seccomp: int, column: int) -> Machine:
    free, programs, processes, groups, missing = (
        tuple(_table(text, column).values())
        for text in (_FREE, _PROGRAMS, _PROCESSES, _GROUPS, _MISSING)
    )
    judged, named = _table(_JUDGED, column), _table(f"{_FREE},{_PROGRAMS}", column)
    waits = tuple(number for name, number in named.items() if name in _WAITS)
    return Machine(
        architecture, seccomp, free, programs, processes, groups, judged, missing,
        read=named["read"], watch=named["epoll_ctl"], waits=waits,
    )  # fmt: skip


MACHINES = {
    "x86_64": _machine(0xC000003E, 317, _X86_64),
    "aarch64": _machine(0xC00000B7, 277, _AARCH64),
}


def this_machine() -> Machine | None:
    """The system calls of this machine; None if they are not known."""
    return MACHINES.get(platform.machine())
