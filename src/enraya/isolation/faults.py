"""What an agent did wrong, as an exception that costs it the game."""

from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.printable import printable
from enraya.texts import Sentence


class AgentFault(EnrayaError):
    """An agent failed; the game ends here, and it loses.

    >>> fault = AgentFault(Termination.TIMEOUT, "no answer after 1.25 s")
    >>> fault.termination.value, fault.reason, str(fault)
    ('timeout', 'no answer after 1.25 s', 'timeout: no answer after 1.25 s')
    """

    def __init__(self, termination: Termination, reason: str | Sentence, printed: str = "") -> None:
        self.termination = termination
        self.reason = printable(str(reason))  # it may be the agent's own words
        self.printed = printed
        super().__init__(f"{termination.value}: {self.reason}")

    def __reduce__(self) -> tuple[type["AgentFault"], tuple[Termination, str, str]]:
        return type(self), (self.termination, self.reason, self.printed)


class EndedFromOutside(AgentFault):
    """Something was killed that no agent can kill: the game is to be played again."""
