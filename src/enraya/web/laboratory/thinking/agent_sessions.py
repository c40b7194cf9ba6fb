"""Agents between their moves: one per game, as in the arena.

So a tree, a solver's table or the process of an upload is still there at the next move. An agent
continues only the game it knows: after a move was taken back, as after a long pause or a restart
of the laboratory, a new agent starts from the position.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple, Protocol, runtime_checkable

from enraya.agents import Agent

MOST = 8
"""How many agents wait at once, each perhaps with a process or 128 MB of memory."""
PATIENCE_SECONDS = 600.0
"""How long an agent waits for its next move."""


@runtime_checkable
class Closable(Protocol):
    """Something that holds more than memory, and frees it when closed."""

    def close(self) -> None:
        """Ends it."""


def end_agent(agent: Agent) -> None:
    """Ends an agent and everything it has started."""
    if isinstance(agent, Closable):
        agent.close()


class SessionKey(NamedTuple):
    """The game, the side and the agent that a session belongs to."""

    game: str
    player: int
    agent: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    agent: Agent
    moves: str
    """The game after the agent's last move."""
    since: float


class AgentSessions:
    """The agents that wait for their next move; the longest waiting ends when there are too many.

    Args:
        most: how many may wait at once.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._waiting: OrderedDict[SessionKey, _Waiting] = OrderedDict()

    def take(self, key: SessionKey, moves: str) -> Agent | None:
        """The agent that has played this game so far; None if there is none."""
        with self._lock:
            found = self._waiting.pop(key, None)
        self.dismiss_late()
        if found is None:
            return None
        if not moves.startswith(found.moves):
            end_agent(found.agent)
            return None
        return found.agent

    def keep(self, key: SessionKey, moves: str, agent: Agent) -> None:
        """Lets an agent wait for its next move."""
        with self._lock:
            earlier = self._waiting.pop(key, None)
            self._waiting[key] = _Waiting(agent, moves, monotonic())
        self.dismiss_late()
        if earlier is not None:
            end_agent(earlier.agent)

    def dismiss_late(self) -> None:
        """Ends those that have waited too long, and the longest waiting if there are too many."""
        late = []
        with self._lock:
            while self._waiting:
                key, first = next(iter(self._waiting.items()))
                is_late = monotonic() - first.since >= PATIENCE_SECONDS
                if len(self._waiting) <= self._most and not is_late:
                    break
                late.append(self._waiting.pop(key).agent)
        for agent in late:
            end_agent(agent)

    def end_games(self, games: Collection[str]) -> None:
        """Ends the agents of games that are gone."""
        with self._lock:
            ended = [key for key in self._waiting if key.game in games]
            agents = [self._waiting.pop(key).agent for key in ended]
        for agent in agents:
            end_agent(agent)

    def close(self) -> None:
        """Ends all of them."""
        with self._lock:
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for one in waiting:
            end_agent(one.agent)
