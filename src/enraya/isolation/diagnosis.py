"""What an agent did wrong, from the account of the process above it."""

import signal
from typing import Any

from enraya.game.record import Termination
from enraya.isolation.allowance import Allowance
from enraya.isolation.faults import AgentFault, EndedFromOutside
from enraya.texts import Sentence

_LAST_LINES = 3
_LONGEST = 300
_NEARLY_ALL = 0.9
_OUT_OF_MEMORY = ("out of memory", "bad_alloc", "cannot allocate", "MemoryError")


def with_output(fault: AgentFault, account: dict[str, Any]) -> AgentFault:
    """The fault, its reason ending in the last lines that the agent printed."""
    lines = [line.strip() for line in account.get("tail", "").splitlines()]
    shown = " / ".join([line for line in lines if line][-_LAST_LINES:])[-_LONGEST:]
    if not shown:
        return fault
    return type(fault)(
        fault.termination, Sentence("fault.printed", reason=fault.reason, output=shown)
    )


def diagnose(account: dict[str, Any], allowance: Allowance) -> AgentFault:
    """Why an agent ended without being asked to."""
    match account.get("cause"):
        case "output":
            reason = Sentence("fault.output", bytes=f"{allowance.output_bytes:,}")
            return AgentFault(Termination.OUTPUT, reason)
        case "memory":
            reason = Sentence("fault.memory_used", megabytes=allowance.memory_mb)
            return AgentFault(Termination.MEMORY, reason)
        case "threads":
            return AgentFault(Termination.CRASH, Sentence("fault.threads", most=account["most"]))
        case "sockets":
            return AgentFault(Termination.CRASH, Sentence("fault.sockets", most=account["most"]))
        case "stolen":
            reason = Sentence("fault.stolen", seconds=f"{account['seconds']:.2f}")
            return AgentFault(Termination.CRASH, reason)
        case "start":
            reason = Sentence("fault.not_started", why=account["error"])
            return AgentFault(Termination.IMPORT, reason)
        case "end":
            return _ended(account, allowance)
        case _:
            return EndedFromOutside(Termination.CRASH, Sentence("fault.watch_ended"))


def _ended(account: dict[str, Any], allowance: Allowance) -> AgentFault:
    status = account["status"]
    if status < 0 and _ran_out_of_memory(account, allowance):
        name, megabytes = _signal_name(-status), allowance.memory_mb
        reason = Sentence("fault.memory", signal=name, megabytes=megabytes)
        return AgentFault(Termination.MEMORY, reason)
    if status < 0:
        reason = Sentence("fault.signal", signal=_signal_name(-status))
        is_own = status != -signal.SIGKILL or allowance.processes
        return (AgentFault if is_own else EndedFromOutside)(Termination.CRASH, reason)
    return AgentFault(Termination.CRASH, Sentence("fault.exit_code", code=status))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal, which has no name
        return f"signal {number}"


def _ran_out_of_memory(account: dict[str, Any], allowance: Allowance) -> bool:
    """Whether a process died for lack of memory: the kernel does not say."""
    said_so = any(words in account["tail"] for words in _OUT_OF_MEMORY)
    return said_so or account["memory_mb"] > _NEARLY_ALL * allowance.memory_mb
