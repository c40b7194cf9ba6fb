"""The sandbox of agents: a root of their own, Landlock and a filter of system calls.

This module holds which of these work; it can be imported on any system.
"""

from typing import NamedTuple

SWITCH = "ENRAYA_SANDBOX"
"""The environment variable that switches parts of the sandbox off, to try the rest: see `MODES`."""
MODES = ("full", "namespaces", "landlock", "off")


class Protection(NamedTuple):
    """Why each part of the sandbox does not work here; empty for a part that works."""

    namespaces: str
    landlock: str
    calls: str

    @property
    def is_sandbox(self) -> bool:
        """Whether the parts that work make a sandbox, so that other people's code may run here."""
        return not self.calls and not (self.namespaces and self.landlock)

    @property
    def obstacle(self) -> str:
        """Why there is no sandbox; empty if there is one."""
        if self.is_sandbox:
            return ""
        return self.calls or f"namespaces: {self.namespaces}; Landlock: {self.landlock}"


NOT_LINUX = Protection(*("only Linux has what it needs",) * 3)
"""The protection on any other system."""
