"""What an agent did wrong, found in the account of the process above it: it costs it the game."""

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
"""What languages say when a file is not there, or must not be read."""
_OUT_OF_MEMORY = ("out of memory", "bad_alloc", "cannot allocate", "MemoryError")


class AgentFault(EnrayaError):
    """An agent failed; the game ends here, and it loses.

    The reason is a `Sentence`, in which the agent's own words are values; where the agent said
    everything itself, it is plain text.

    >>> fault = AgentFault(Termination.TIMEOUT, "no answer after 1.25 s")
    >>> fault.termination.value, fault.reason, str(fault)
    ('timeout', 'no answer after 1.25 s', 'timeout: no answer after 1.25 s')
    """

    def __init__(self, termination: Termination, reason: str, printed: str = "") -> None:
        self.termination = termination
        self.reason = printable(reason)
        self.printed = printed
        super().__init__(f"{termination.value}: {self.reason}")

    def __reduce__(self) -> tuple[type["AgentFault"], tuple[Termination, str, str]]:
        return type(self), (self.termination, self.reason, self.printed)


class EndedFromOutside(AgentFault):
    """A process was killed that no agent can kill: the game is played again."""


def with_output(
    fault: AgentFault,
    account: dict[str, Any],
    *,
    is_program: bool = False,
    sees_folder: bool = True,
) -> AgentFault:
    """The fault, its reason ending in the last lines that the agent printed.

    A program has only these to tell its author what went wrong, so all that was kept is shown. One
    that misses a file, and sees only its own, is told so: the file may well be there.
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
    """The last of what an agent printed, its lines as they were, safe to show."""
    tail: str = account.get("tail", "")
    return "\n".join(printable(line.expandtabs()) for line in tail.splitlines())


def diagnose(
    account: dict[str, Any], allowance: Allowance, answers: int | None = None
) -> AgentFault:
    """Why an agent ended by itself, as a fault.

    Args:
        account: of the process above it.
        allowance: what it could use.
        answers: how many it had given, if it is a program.
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
    """The reason, with the number of answers given before, for the author of a program."""
    if answers is None:
        return reason
    return Sentence("fault.ended_early", reason=reason, answers=answers)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal, which has no name
        return f"signal {number}"


def _ran_out_of_memory(account: dict[str, Any], allowance: Allowance) -> bool:
    """Whether a process died for lack of memory: the kernel does not say."""
    said_so = any(words in account["tail"] for words in _OUT_OF_MEMORY)
    return said_so or account["memory_mb"] > _NEARLY_ALL * allowance.memory_mb
