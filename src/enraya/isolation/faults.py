"""What an agent did wrong, as an exception that costs it the game."""

from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.printable import printable


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
