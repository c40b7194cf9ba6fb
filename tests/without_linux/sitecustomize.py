"""Removes from every Python process the features that only Linux or Unix has.

A process that starts with this folder in ``PYTHONPATH`` is as close to Windows as one on Linux can
be. The standard library has its own ways on each system, so it is loaded before; everything that
is imported later finds nothing of what is listed here. So is filelock, which has a way for each
system too. What numpy and platformdirs ask for because
they see Linux, such as ``os.uname``, is left to them.
"""

import asyncio
import asyncio.subprocess  # noqa: F401
import builtins
import io
import logging.handlers  # noqa: F401
import multiprocessing.connection
import multiprocessing.context
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import multiprocessing.synchronize  # noqa: F401
import os
import select
import shutil  # noqa: F401
import signal
import socket
import subprocess
import sys
import tempfile  # noqa: F401
from functools import partial, partialmethod
from typing import Any

import filelock  # noqa: F401

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog")
OF_OS = (
    "fork", "forkpty", "sched_getaffinity", "sched_setaffinity", "pidfd_open", "sysconf",
    "register_at_fork", "geteuid", "getgid", "getegid", "setsid", "setpgid", "getpgid",
    "killpg", "nice", "mkfifo", "wait3", "wait4", "getloadavg", "statvfs", "chown",
    "O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "set_blocking", "posix_fadvise", "memfd_create",
    "waitid", "WNOHANG", "setpriority", "PRIO_PROCESS",
)  # fmt: skip
OF_SIGNAL = ("SIGKILL", "SIGSTOP", "SIGCONT", "SIGCHLD", "SIGHUP", "SIGALRM", "SIGURG", "alarm")
OF_SOCKET = (
    "AF_UNIX", "SOCK_SEQPACKET", "send_fds", "recv_fds", "CMSG_SPACE", "TCP_USER_TIMEOUT",
)  # fmt: skip


def _without_proc(function: Any) -> Any:
    def asked(path: Any = ".", *arguments: Any, **options: Any) -> Any:
        if isinstance(path, str | os.PathLike) and os.fspath(path).startswith("/proc"):
            raise FileNotFoundError(2, "No such file or directory", os.fspath(path))
        return function(path, *arguments, **options)

    return asked


socket.socketpair = partial(socket.socketpair, socket.AF_UNIX)
subprocess.Popen.kill = partialmethod(  # type: ignore[assignment]
    subprocess.Popen.send_signal, signal.SIGKILL
)
for _name in MODULES:
    sys.modules[_name] = None  # type: ignore[assignment]  # how Python writes "there is none"
for _module, _names in ((os, OF_OS), (signal, OF_SIGNAL), (socket, OF_SOCKET), (select, ("poll",))):
    for _name in _names:
        if hasattr(_module, _name):
            delattr(_module, _name)
builtins.open = io.open = _without_proc(open)
for _name in ("open", "stat", "lstat", "listdir", "scandir", "readlink"):
    setattr(os, _name, _without_proc(getattr(os, _name)))
