"""The fork server: a process that has loaded what agents need, and forks a process for each.

Loading enraya and its compiled kernels takes over a second, a fork a few milliseconds. The
arguments are the file descriptor of the socket on which games request agents, and the module that
hosts agents.
"""

import gc
import json
import os
import resource
import signal
import sys
from array import array
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from socket import CMSG_SPACE, socket
from typing import Any, NoReturn

from enraya.isolation.protocol import MAX_REQUEST
from enraya.isolation.sandbox import Protection
from enraya.isolation.sandbox.linux import adopt_orphans, limit_processes, show_as
from enraya.isolation.sandbox.protection import enter_shared, leave_the_host, probe
from enraya.isolation.sandbox.readable_files import outermost, python_files, system_files
from enraya.isolation.sandbox.root import enter_root
from enraya.isolation.supervisor import Host, supervise

_STREAMS = 3
_THREADS_OF_PYTHON, _OF_PROGRAMS = 512, 128
"""The most processes and threads of an agent in Python and of a program, if the kernel can limit
them. The watch ends an agent that has more than 64, but until then they all compete with it for the
processors."""


def serve(connection: socket, host: Host) -> None:
    """Starts agents for the process at the other end of the connection until that closes."""
    show_as("enraya-agents")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host.prepare()
    readable = python_files()
    protection = probe(readable)
    if not protection.namespaces:
        enter_shared()
    adopt_orphans()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that ended children need no wait
    gc.freeze()
    with suppress(ConnectionError):  # it may be killed at any moment
        connection.sendall(json.dumps(protection).encode())
        _start_agents(connection, host, readable, protection)


def _start_agents(
    connection: socket, host: Host, readable: tuple[str, ...], protection: Protection
) -> None:
    data = bytearray(MAX_REQUEST)
    while True:
        size, descriptors = _receive(connection, data)
        if not size:
            return
        if _fork(descriptors[-1]) == 0:
            connection.close()
            request = json.loads(data[:size])
            _launch(host, _completed(request, readable, protection), *descriptors)
        data[:size] = bytes(size)  # the next agent must not find its opponent's seed in its memory
        for descriptor in descriptors:
            os.close(descriptor)


def _fork(control: int) -> int | None:
    """Forks; if there are too many processes already, tells the game so and returns None."""
    try:
        return os.fork()
    except OSError as error:
        _report(control, error)
        return None


def _receive(connection: socket, data: bytearray) -> tuple[int, list[int]]:
    """Reads a request into ``data``; returns its length and the descriptors sent with it."""
    descriptors = array("i")
    size, messages, _, _ = connection.recvmsg_into(
        [data], CMSG_SPACE(_STREAMS * descriptors.itemsize)
    )
    for _, _, content in messages:
        descriptors.frombytes(content)
    return size, list(descriptors)


def _completed(
    request: dict[str, Any], readable: tuple[str, ...], protection: Protection
) -> dict[str, Any]:
    """A request completed with what only the fork server knows."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    of_programs = system_files() if request["program"] else ()
    return {
        **request,
        "readable": outermost({*readable, *of_programs, *request["files"]}),
        "protection": protection,
        "own_root": not protection.namespaces,
        # Only in namespaces can all processes be stopped: they start others and leave parents.
        "processes": request["processes"] and not (protection.is_sandbox and protection.namespaces),
        "used_bytes": pages * resource.getpagesize(),
        "handovers": [],
        "are_waits_referred": False,
        "is_count_limited": False,
    }


def _launch(
    host: Host, request: dict[str, Any], questions: int, answers: int, control: int
) -> NoReturn:
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        if request["own_root"]:
            leave_the_host()
            if os.fork():  # the child is the first process of its namespaces, this one is not
                os._exit(0)
            most = _OF_PROGRAMS if request["processes"] else _THREADS_OF_PYTHON
            request["is_count_limited"] = limit_processes(most)
            request["handovers"] = enter_root(
                request["readable"], request["folder"], request["writable"]
            )
        supervise(host, request, questions, answers, control)
    except OSError as error:
        _report(control, error)
    finally:
        os._exit(1)


def _report(control: int, error: OSError) -> None:
    """Tells the game that the system could not start its agent."""
    os.write(control, json.dumps({"cause": "broken", "error": str(error)}).encode())


if __name__ == "__main__":
    with socket(fileno=int(sys.argv[1])) as games:
        serve(games, import_module(sys.argv[2]))
