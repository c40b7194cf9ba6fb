"""What an agent did wrong, from the account of the process above it."""

import signal
from typing import Any

from enraya.game.record import Termination
from enraya.isolation.allowance import Allowance
from enraya.isolation.faults import AgentFault

_LAST_LINES = 3
_LONGEST = 300
_NEARLY_ALL = 0.9
_OUT_OF_MEMORY = ("out of memory", "bad_alloc", "cannot allocate", "MemoryError")


def with_output(fault: AgentFault, account: dict[str, Any]) -> AgentFault:
    """The fault, its reason ending in the last lines that the agent printed."""
    lines = [line.strip() for line in account.get("tail", "").splitlines()]
    shown = " / ".join([line for line in lines if line][-_LAST_LINES:])[-_LONGEST:]
    return AgentFault(fault.termination, f"{fault.reason}; printed: {shown}") if shown else fault


def diagnose(account: dict[str, Any], allowance: Allowance) -> AgentFault:
    """Why an agent ended without being asked to."""
    match account.get("cause"):
        case "output":
            reason = f"printed more than {allowance.output_bytes:,} bytes"
            return AgentFault(Termination.OUTPUT, reason)
        case "memory":
            reason = f"used more than its {allowance.memory_mb} MB of memory"
            return AgentFault(Termination.MEMORY, reason)
        case "threads":
            return AgentFault(Termination.CRASH, f"had more than {account['most']} threads")
        case "stolen":
            reason = f"ran for {account['seconds']:.2f} s while its opponent was to move"
            return AgentFault(Termination.CRASH, reason)
        case "end":
            return _ended(account, allowance)
        case _:
            return AgentFault(Termination.CRASH, "ended the process that watches it")


def _ended(account: dict[str, Any], allowance: Allowance) -> AgentFault:
    status = account["status"]
    if status < 0 and _ran_out_of_memory(account, allowance):
        reason = f"{_signal_name(-status)} with its {allowance.memory_mb} MB of memory used up"
        return AgentFault(Termination.MEMORY, reason)
    if status < 0:
        return AgentFault(Termination.CRASH, f"ended by {_signal_name(-status)}")
    return AgentFault(Termination.CRASH, f"ended itself with exit code {status}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal, which has no name
        return f"signal {number}"


def _ran_out_of_memory(account: dict[str, Any], allowance: Allowance) -> bool:
    """Whether a process died for lack of memory: the kernel does not say."""
    said_so = any(words in account["tail"] for words in _OUT_OF_MEMORY)
    return said_so or account["memory_mb"] > _NEARLY_ALL * allowance.memory_mb
