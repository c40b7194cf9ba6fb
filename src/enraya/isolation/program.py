"""Runs an executable in an agent's process, with its streams and environment variables."""

import json
import os
import signal
from contextlib import suppress
from socket import socket
from typing import Any, NoReturn

from enraya.isolation.referrals import send_referrals
from enraya.isolation.sandbox import SWITCH
from enraya.isolation.sandbox.protection import restrict
from enraya.isolation.sandbox.root import SCRATCH

_INPUT, _OUTPUT, _ERRORS, _WATCH = range(4)
"""The descriptors of the process; all others are closed, and the last when the program starts."""
_CHANGED_SIGNALS = ("SIGPIPE", "SIGXFSZ", "SIGINT")
"""The signals that Python and the fork server ignore; reset, because a program inherits that."""
_LONGEST_REASON = 1_000


def become_program(
    request: dict[str, Any], questions: int, answers: int, output: int, watch: int
) -> NoReturn:
    """Replaces this process by the program of a request; if that fails, tells ``watch`` why.

    A program that ``speaks`` reads the questions from standard input and writes the answers to
    standard output; any other has no input, and all that it writes is output.
    """
    program = request["program"]
    if not program["speaks"]:
        questions, answers = os.open(os.devnull, os.O_RDONLY), output
    ends = [os.dup(end) for end in (questions, answers, output, watch)]
    for end, place in zip(ends, (_INPUT, _OUTPUT, _ERRORS, _WATCH), strict=True):
        os.dup2(end, place, inheritable=place != _WATCH)
    os.closerange(_WATCH + 1, os.sysconf("SC_OPEN_MAX"))
    try:
        for name in _CHANGED_SIGNALS:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        with suppress(OSError):  # it may not exist in the program's own root
            os.chdir(request["folder"])
        with socket(fileno=os.dup(_WATCH)) as listener:
            request["are_waits_referred"] = send_referrals(
                listener, starts=not request["is_count_limited"]
            )
        restrict(request)
        os.execve(program["executable"], program["argv"], _environment(request))  # noqa: S606
    except OSError as error:
        os.write(_WATCH, json.dumps({"number": error.errno, "error": error.strerror}).encode())
    finally:
        os._exit(1)


def wait_until_started(agent: socket) -> dict[str, Any]:
    """The error's number and text if the program did not start; empty if it did."""
    error: dict[str, Any] = json.loads(agent.recv(_LONGEST_REASON) or b"{}")
    return error


def _environment(request: dict[str, Any]) -> dict[str, str]:
    """The environment variables that the fork server kept, and those of the request."""
    home = {"HOME": SCRATCH, "TMPDIR": SCRATCH} if request["own_root"] else {}
    kept = {name: value for name, value in os.environ.items() if name != SWITCH}
    added: dict[str, str] = request["program"]["environment"]
    return kept | home | added
