"""An agent in a process of its own, seen from the game: it plays, or it fails."""

from types import TracebackType

from enraya.agents.agent import Choice
from enraya.arena.isolation.bounds import DEFAULT_BOUNDS, Bounds
from enraya.game.position import Position
from enraya.rules import RuleSet
from enraya.types import Limit


def needs_isolation(spec: str) -> bool:
    """Whether an agent runs code from a user's file."""
    raise NotImplementedError


class IsolatedAgent:
    """An agent that cannot harm the game: it satisfies `Agent` and raises only `AgentFault`.

    Use it for one game, so that nothing is carried over to the next; `start` it before the
    clock runs. After `close`, or the end of its ``with`` block, none of its processes is left.
    """

    def __init__(
        self,
        spec: str,
        seed: int | None = None,
        *,
        rules: RuleSet | None = None,
        bounds: Bounds = DEFAULT_BOUNDS,
    ) -> None:
        self.name = spec.strip()
        self.seed = seed
        self.rules = rules
        self.bounds = bounds

    def start(self) -> None:
        """Runs the agent's file; does nothing the second time.

        Raises:
            AgentFault: when that fails, takes too long, or the agent cannot play the rules.
        """
        raise NotImplementedError

    def choose(self, position: Position, limit: Limit) -> Choice:
        """What the agent chooses; `Choice.seconds` is measured from outside.

        Raises:
            AgentFault: whatever else it does; it is not asked again.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Ends the agent and everything it started; does nothing the second time."""

    def __enter__(self) -> "IsolatedAgent":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
