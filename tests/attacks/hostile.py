"""Hostile agents, a function each; this file is run as an agent whose last line names one.

An agent that succeeds ends itself with exit code 77; one that is kept from it raises an error.
"""

import ctypes
import fcntl
import json
import os
import random
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from enraya import Position
from enraya.agents import Choice, Limit

SECRETS = ("/etc/passwd", "/etc/shadow", "/root", "/home", "/proc/1/environ", "/proc/1/mem")
PLACES = ("/tmp", "/run", "/var/run", "/dev")
CREATE = 0o1666
hoard: list[bytearray] = []


def calls_outside(position: Position, limit: Limit) -> int:
    """Looks for sockets of the machine, and for a process to send its open files to."""
    for place in map(Path, PLACES):
        with suppress(OSError):
            for path in (*place.glob("*"), *place.glob("*/*")):  # not deeper, to answer in time
                if path.is_socket() or path.is_fifo():
                    os._exit(77)
    with suppress(OSError):
        socket.socket(socket.AF_UNIX).connect("\0enraya")
        os._exit(77)
    with suppress(OSError):
        socket.send_fds(socket.socket(fileno=os.dup(4)), [b"x"], [1])
        os._exit(77)
    raise PermissionError("no program answers")


def changes_argument(position: Position, limit: Limit) -> object:
    """Tries to take back all moves of the position that it was given."""
    position.moves = ""  # type: ignore[misc]
    return position.legal_moves[0]


def closes_channel(position: Position, limit: Limit) -> None:
    """Hangs up and sleeps."""
    os.closerange(0, 99)
    time.sleep(86_400)


def endless_loop(position: Position, limit: Limit) -> None:
    """Never answers, and keeps busy."""
    while True:
        pass


def exception(position: Position, limit: Limit) -> int:
    """Divides by zero."""
    return 1 // len(position.moves[:0])


def floods_channel(position: Position, limit: Limit) -> None:
    """Writes for ever where its host writes answers, without an end of the line."""
    while True:
        os.write(4, b"x" * 100_000)


def forged_answer(position: Position, limit: Limit) -> None:
    """Answers in the place of its host: the move is legal, the count is a word."""
    choice = {"move": position.legal_moves[0], "line": "", "nodes": "many"}
    os.write(4, json.dumps({"choice": choice}).encode() + b"\n")
    time.sleep(86_400)


def forks(position: Position, limit: Limit) -> object:
    """Leaves a daemon behind: two forks, its own session, no ties to anyone."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
    os.wait()
    return position.legal_moves[0]


def frames_opponent(position: Position, limit: Limit) -> int:
    """Prints, writes and signals in the name of every process that it finds."""
    others = {int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()}
    for process in (others | set(range(1, 100)) | {os.getppid()}) - {os.getpid()}:
        for stream in range(10):
            with suppress(OSError), Path(f"/proc/{process}/fd/{stream}").open("wb") as file:
                file.write(b"x" * 2_000_000)
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
    raise RuntimeError("no opponent to frame")


def hangs_at_import() -> None:
    """Sleeps now and then in its own file, deaf and mute, and never comes to its end."""
    if random.random() < 1 / 32:
        os.closerange(0, 99)
        time.sleep(86_400)
    raise RuntimeError("not today")


def huge_nodes(position: Position, limit: Limit) -> Choice:
    """Looked at more positions than any column of a table holds."""
    return Choice(position.legal_moves[0], nodes=10**30)


def illegal_column(position: Position, limit: Limit) -> int:
    """Plays one too far to the right."""
    return position.rules.columns + 1


def import_fails() -> None:
    """Imports a module that does not exist."""
    import no_such_module_anywhere  # type: ignore[import-not-found]  # noqa: F401


def locks_files(position: Position, limit: Limit) -> int:
    """Locks every file that it can open, so that others wait for it."""
    for folder in (os.path.dirname(__file__), "/tmp", os.path.dirname(os.__file__)):
        for entry in list(os.scandir(folder))[:100]:
            if entry.is_file():
                for lock in (fcntl.lockf, fcntl.flock):
                    with suppress(OSError), open(entry.path, "rb") as file:
                        lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                        os._exit(77)
    raise PermissionError("nothing to lock")


def memory_hog(position: Position, limit: Limit) -> None:
    """Takes all the memory there is."""
    while True:
        hoard.append(bytearray(60_000_000))


def os_exit(position: Position, limit: Limit) -> None:
    """Ends its process without a word."""
    os._exit(0)


def prints_100_mb(position: Position, limit: Limit) -> object:
    """Talks too much before it answers."""
    for _ in range(100):
        print("x" * 1_000_000)
    return position.legal_moves[0]


def reads_secrets(position: Position, limit: Limit) -> int:
    """Reads what is not its own: passwords, homes, other agents and games."""
    own = Path(__file__)
    beside = [path for path in own.parent.iterdir() if path.name != own.name]
    above = [path for path in own.parents[1].rglob("*.py") if path != own]
    if beside or above:
        os._exit(77)
    for secret in map(Path, SECRETS):
        with suppress(OSError):
            if secret.is_file() and secret.read_bytes():
                os._exit(77)
    raise PermissionError("nothing to read")


def remembers(position: Position, limit: Limit) -> int:
    """Wants memory that no limit counts and no end of a game clears."""
    libc = ctypes.CDLL(None, use_errno=True)
    for attempt in (
        lambda: libc.shmget(4711, 1 << 20, CREATE),
        lambda: libc.msgget(4711, CREATE),
        lambda: libc.semget(4711, 1, CREATE),
        lambda: os.memfd_create("hoard"),
    ):
        with suppress(OSError):
            if attempt() >= 0:
                os._exit(77)
    raise PermissionError(os.strerror(ctypes.get_errno()))


def sleeper(position: Position, limit: Limit) -> None:
    """Never answers, and sleeps."""
    time.sleep(86_400)


def string_answer(position: Position, limit: Limit) -> str:
    """Answers in words."""
    return "centre"


def surrogate_error(position: Position, limit: Limit) -> int:
    """Fails with half a character, a clear screen, markup of two languages, and no end."""
    raise ValueError("\ud800\x1b[2J[/red]<script>" + "x" * 1_000_000)


def sys_exit(position: Position, limit: Limit) -> int:
    """Asks Python to end."""
    sys.exit(3)


def thinks_for_two(position: Position, limit: Limit) -> int:
    """Asks for a timer that would wake it while its opponent thinks."""
    libc = ctypes.CDLL(None, use_errno=True)
    event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
    timer = ctypes.c_void_p()
    if libc.timer_create(1, event, ctypes.byref(timer)) == 0:
        os._exit(77)
    if libc.prctl(1, signal.SIGCONT) == 0:  # a signal when the parent ends
        os._exit(77)
    raise PermissionError(os.strerror(ctypes.get_errno()))
