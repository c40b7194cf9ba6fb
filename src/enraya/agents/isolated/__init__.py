"""Agents from users' files, each in a process of its own with limits.

::

    game ── fork server ┬─ watch ── agent     one pair of processes for each agent and game
                        └─ watch ── agent

The game talks with the agent over one socket and with the process above it over another; when
either the game or the watch ends, for whatever reason, the agent and all it started end too.
"""

from enraya.agents.isolated.agent import LAUNCHER, IsolatedAgent
from enraya.agents.isolated.files import check_files, needs_isolation
from enraya.isolation.allowance import DEFAULT_ALLOWANCE, Allowance

__all__ = [
    "DEFAULT_ALLOWANCE",
    "Allowance",
    "IsolatedAgent",
    "check_files",
    "isolation_summary",
    "needs_isolation",
]


def isolation_summary() -> str:
    """One sentence on what keeps agents from users' files apart on this system."""
    limits = "limits on time, memory and output, no processes of their own"
    obstacle = LAUNCHER.obstacle()
    if obstacle:
        return f"agents from files have {limits}, but no sandbox here ({obstacle})"
    return f"agents from files have {limits}, and a sandbox: no network, files only to read"
