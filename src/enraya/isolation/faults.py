"""Faults, which cost an agent its game, and how to find them in the account of its watch."""

import errno
import signal
from typing import Any

from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.isolation import Allowance
from enraya.printable import LONGEST, printable
from enraya.texts import Sentence

_NOT_STARTED = {errno.ENOENT: "fault.no_interpreter", errno.ENOEXEC: "fault.no_first_line"}
_LAST_LINES = 3
_KILLED = -getattr(signal, "SIGKILL", 9)
_LONGEST = 300
_NEARLY_ALL = 0.9
NOT_FOUND = (
    "No such file", "FileNotFound", "NoSuchFile", "does not exist", "Permission denied",
    "No module named", "Cannot find module",
)  # fmt: skip
"""What programs of various languages print if a file does not exist or may not be read."""
_OUT_OF_MEMORY = ("out of memory", "bad_alloc", "cannot allocate", "MemoryError")


class AgentFault(EnrayaError):
    """What an agent did wrong; the game ends, and the agent loses it.

    The reason is a `Sentence` with the agent's words as values, or plain text if those words are
    all there is.

    >>> fault = AgentFault(Termination.EXCEPTION, "ValueError: no idea")
    >>> fault.termination.value, fault.reason, str(fault)
    ('exception', 'ValueError: no idea', 'exception: ValueError: no idea')
    """

    def __init__(self, termination: Termination, reason: str, printed: str = "") -> None:
        self.termination = termination
        self.reason = printable(reason)
        self.printed = printed
        super().__init__(f"{termination.value}: {self.reason}")

    def __reduce__(self) -> tuple[type["AgentFault"], tuple[Termination, str, str]]:
        return type(self), (self.termination, self.reason, self.printed)


class EndedFromOutside(AgentFault):
    """An agent or its watch was killed, and not by the agent; the game is played again."""


def with_output(
    fault: AgentFault,
    account: dict[str, Any],
    *,
    is_program: bool = False,
    sees_folder: bool = True,
) -> AgentFault:
    """The fault, with the last lines that the agent printed at the end of its reason.

    A program has only these to tell its author what went wrong, so all that was kept is shown. If
    an agent misses a file and sees only its own, the reason says so: the file may well exist.
    """
    said = f"{fault.reason} {account.get('tail', '')}"
    if not sees_folder and any(words in said for words in NOT_FOUND):
        fault = type(fault)(fault.termination, Sentence("fault.alone", reason=fault.reason))
    lines = [line.strip() for line in account.get("tail", "").splitlines()]
    last = [line for line in lines if line][0 if is_program else -_LAST_LINES :]
    room = LONGEST - len(Sentence("fault.printed", reason=fault.reason, output=""))
    shown = " / ".join(last)[-room if is_program else -_LONGEST :] if room > 0 else ""
    if not shown:
        return fault
    reason = Sentence("fault.printed", reason=fault.reason, output=shown)
    return type(fault)(fault.termination, reason, printed_lines(account))


def printed_lines(account: dict[str, Any]) -> str:
    """The last lines that an agent printed, made safe to show."""
    tail: str = account.get("tail", "")
    return "\n".join(printable(line.expandtabs()) for line in tail.splitlines())


def diagnose(
    account: dict[str, Any], allowance: Allowance, answers: int | None = None
) -> AgentFault:
    """The fault because of which an agent's process ended or was ended by its watch.

    Args:
        account: what the watch said at the end.
        allowance: how much the agent could use.
        answers: how many questions the agent had answered, if it is a program.
    """
    match account.get("cause"):
        case "output":
            reason = Sentence("fault.output", bytes=f"{allowance.output_bytes:,}")
            return AgentFault(Termination.OUTPUT, reason)
        case "memory":
            reason = Sentence("fault.memory_used", megabytes=allowance.memory_mb)
            return AgentFault(Termination.MEMORY, reason)
        case "threads" | "sockets" as cause:
            return AgentFault(Termination.CRASH, Sentence(f"fault.{cause}", most=account["most"]))
        case "unkept":
            return AgentFault(Termination.CRASH, Sentence("fault.unkept", why=account["error"]))
        case "stolen":
            reason = Sentence("fault.stolen", seconds=f"{account['seconds']:.2f}")
            return AgentFault(Termination.CRASH, reason)
        case "start":
            key = _NOT_STARTED.get(account["number"], "fault.not_started")
            return AgentFault(Termination.IMPORT, Sentence(key, why=account["error"]))
        case "end":
            return _ended(account, allowance, answers)
        case _:
            return EndedFromOutside(Termination.CRASH, Sentence("fault.watch_ended"))


def _ended(account: dict[str, Any], allowance: Allowance, answers: int | None) -> AgentFault:
    status = account["status"]
    if status < 0 and _ran_out_of_memory(account, allowance):
        name, megabytes = _signal_name(-status), allowance.memory_mb
        reason = Sentence("fault.memory", signal=name, megabytes=megabytes)
        return AgentFault(Termination.MEMORY, reason)
    if status < 0:
        reason = Sentence("fault.signal", signal=_signal_name(-status))
        is_own = status != _KILLED or allowance.processes
        kind = AgentFault if is_own else EndedFromOutside
        return kind(Termination.CRASH, _so_far(reason, answers))
    reason = Sentence("fault.exit_code", code=status)
    return AgentFault(Termination.CRASH, _so_far(reason, answers))


def _so_far(reason: Sentence, answers: int | None) -> Sentence:
    """The reason; for a program, with the number of questions it had answered before."""
    if answers is None:
        return reason
    return Sentence("fault.ended_early", reason=reason, answers=answers)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal, which has no name
        return f"signal {number}"


def _ran_out_of_memory(account: dict[str, Any], allowance: Allowance) -> bool:
    """Whether a process seems to have died for lack of memory; the kernel does not say."""
    said_so = any(words in account["tail"] for words in _OUT_OF_MEMORY)
    return said_so or account["memory_mb"] > _NEARLY_ALL * allowance.memory_mb
