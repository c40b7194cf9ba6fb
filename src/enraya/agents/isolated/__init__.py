"""Agents from users' files, each in its own process with limits.

::

    game ── fork server ┬─ watch ── agent     one pair of processes for each agent and game
                        └─ watch ── agent

The game talks to the agent over two pipes, and over a socket to the watch, which is the agent's
parent process. When the game or the watch ends, for whatever reason, the agent and everything it
started end too.
"""

from enraya.agents.isolated.agent import IsolatedAgent
from enraya.agents.isolated.process import LAUNCHER
from enraya.isolation import DEFAULT_ALLOWANCE, Allowance
from enraya.isolation.sandbox import NOT_LINUX, Protection
from enraya.isolation.sandbox.readable_files import python_files
from enraya.platform import HAS_SANDBOX

__all__ = [
    "DEFAULT_ALLOWANCE",
    "Allowance",
    "IsolatedAgent",
    "isolation_summary",
    "protection",
]


def protection() -> Protection:
    """Which parts of the sandbox work on this system; each is tried out, which takes a moment."""
    if not HAS_SANDBOX:
        return NOT_LINUX
    from enraya.isolation.sandbox.protection import probe

    return probe(python_files())


def isolation_summary() -> str:
    """One sentence on how agents from users' files are isolated on this system."""
    found = LAUNCHER.protection()
    limits = f"limits on {'time, memory, output and threads' if HAS_SANDBOX else 'time and output'}"
    if not found.is_sandbox:
        return f"agents from files have {limits}, but no sandbox here ({found.obstacle})"
    parts = {"namespaces": found.namespaces, "Landlock": found.landlock}
    held = [name for name, missing in parts.items() if not missing]
    return f"agents from files have {limits}, and a sandbox by {' and '.join(held)}"
