"""Attempts of a hostile agent: one that returns has succeeded, one that raises was prevented.

The trial runs this file as an agent, after appending the name of one attempt and the targets, which
the trial made itself.
"""

import ctypes
import fcntl
import mmap
import os
import socket
import time
from pathlib import Path
from typing import Any

TARGETS: dict[str, Any] = {}
ATTEMPT = ""
_libc = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: object) -> None:
    """Calls a function of the C library; raises OSError if it fails."""
    if getattr(_libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def read_a_secret() -> None:
    """Reads a file of the same user."""
    Path(TARGETS["secret"]).read_text()


def read_the_passwords() -> None:
    """Reads the list of users in /etc/passwd."""
    Path("/etc/passwd").read_text()


def list_the_home() -> None:
    """Lists a folder of the same user."""
    assert list(Path(TARGETS["home"]).iterdir())


def change_a_file() -> None:
    """Writes to a file of the same user."""
    with Path(TARGETS["secret"]).open("a") as file:
        file.write("x")


def empty_a_file() -> None:
    """Empties a readable file without opening it for writing."""
    os.close(os.open(__file__, os.O_RDONLY | os.O_TRUNC))


def change_the_rights_of_a_file() -> None:
    """Makes a file of the same user unreadable."""
    Path(TARGETS["secret"]).chmod(0)


def remove_a_file() -> None:
    """Removes a file of the same user."""
    Path(TARGETS["secret"]).unlink()


def lock_a_file() -> None:
    """Locks a readable file, so that other processes wait for it."""
    with Path(__file__).open() as file:
        fcntl.lockf(file, fcntl.LOCK_SH)


def connect_over_the_network() -> None:
    """Connects to a port of this machine."""
    socket.create_connection(("127.0.0.1", TARGETS["port"]), 1).close()


def connect_to_a_socket_file() -> None:
    """Connects to a socket in the file system, such as Docker's or tmux's."""
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(TARGETS["socket"])


def connect_to_an_abstract_socket() -> None:
    """Connects to an abstract socket, which has a name but no file."""
    with socket.socket(socket.AF_UNIX) as end:
        end.connect("\0" + TARGETS["abstract"])


def write_to_a_pipe() -> None:
    """Writes to a named pipe that another program reads."""
    os.write(os.open(TARGETS["pipe"], os.O_WRONLY | os.O_NONBLOCK), b"x")


def signal_another_process() -> None:
    """Sends a signal to the process that runs this trial."""
    os.kill(TARGETS["process"], TARGETS["signal"])


def look_into_another_process() -> None:
    """Reads the command line of the process that runs this trial."""
    assert Path(f"/proc/{TARGETS['process']}/cmdline").read_bytes() == TARGETS["command"].encode()


def time_another_process() -> None:
    """Reads how much processor time the process that runs this trial has used."""
    time.clock_gettime(~TARGETS["process"] << 3 | 2)


def see_what_others_read() -> None:
    """Finds out which parts of a file are in memory, perhaps because an earlier game read them."""
    with Path(os.__file__).open("rb") as file:
        map_ = mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE)
        pages = (ctypes.c_ubyte * (len(map_) // mmap.PAGESIZE + 1))()
        _call("mincore", ctypes.byref(ctypes.c_char.from_buffer(map_)), len(map_), pages)


def start_a_process() -> None:
    """Starts another process."""
    if os.fork() == 0:
        os._exit(0)


def become_another_program() -> None:
    """Replaces itself by another program."""
    os.execv("/bin/true", ["true"])  # noqa: S606  # what an attacker would do


def hide_memory() -> None:
    """Allocates memory that belongs to no mapping (memfd)."""
    os.memfd_create("hoard")


def share_memory() -> None:
    """Creates shared memory, which would outlast the game."""
    _call("shmget", TARGETS["key"], 4096, 0o1600)


def make_a_timer() -> None:
    """Creates a timer, which could wake it during its opponent's move."""
    timer = ctypes.c_void_p()
    event = (ctypes.c_int32 * 16)(0, 0, 18, 0)
    _call("timer_create", 0, ctypes.byref(event), ctypes.byref(timer))


def enter_a_namespace() -> None:
    """Creates a user namespace, in which it would have every privilege."""
    _call("unshare", 0x10000000)


def mount_something() -> None:
    """Mounts a file system."""
    _call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, b"")


def trace_its_parent() -> None:
    """Attaches to its parent process like a debugger (ptrace)."""
    _call("ptrace", 0x4206, os.getppid(), 0, 0)


def offer_its_parent() -> None:
    """Makes the kernel kill its parent process first when memory runs out."""
    Path(f"/proc/{os.getppid()}/oom_score_adj").write_text("1000")


def outlive_its_parent() -> None:
    """Asks the kernel not to kill it when its parent process ends."""
    _call("prctl", 1, 0, 0, 0, 0)


def choose(position: Any, limit: Any) -> int:  # noqa: ARG001  # as an agent's function must be
    """Column 1 if the attempt was prevented, 2 if it succeeded."""
    try:
        globals()[ATTEMPT]()
    except (OSError, AssertionError):
        return 1
    return 2
