"""What keeps an agent from the machine: its own root, Landlock and a filter of calls.

Here stands which of these work, as a value that any system can read.
"""

from typing import NamedTuple

SWITCH = "ENRAYA_SANDBOX"
"""The variable that leaves a part of the sandbox out, to try the rest: see `MODES`."""
MODES = ("full", "namespaces", "landlock", "off")


class Protection(NamedTuple):
    """Why each part of the sandbox is missing here; an empty reason means that it works."""

    namespaces: str
    landlock: str
    calls: str

    @property
    def is_sandbox(self) -> bool:
        """Whether other people's code may run here."""
        return not self.calls and not (self.namespaces and self.landlock)

    @property
    def obstacle(self) -> str:
        """Why there is no sandbox; empty when there is one."""
        if self.is_sandbox:
            return ""
        return self.calls or f"namespaces: {self.namespaces}; Landlock: {self.landlock}"


NOT_LINUX = Protection(*("only Linux has what it needs",) * 3)
"""What is found on any other system."""
