"""What an agent did wrong, as an exception that costs it the game."""

from enraya.errors import EnrayaError
from enraya.game.record import Termination


class AgentFault(EnrayaError):
    """An agent failed; the game ends here, and it loses.

    >>> fault = AgentFault(Termination.TIMEOUT, "no answer after 1.25 s")
    >>> fault.termination.value, fault.reason, str(fault)
    ('timeout', 'no answer after 1.25 s', 'timeout: no answer after 1.25 s')
    """

    def __init__(self, termination: Termination, reason: str) -> None:
        super().__init__(f"{termination.value}: {reason}")
        self.termination = termination
        self.reason = reason

    def __reduce__(self) -> tuple[type["AgentFault"], tuple[Termination, str]]:
        return AgentFault, (self.termination, self.reason)
