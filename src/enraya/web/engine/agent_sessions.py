"""Uploaded agents between their moves: one process for a game, as in the arena.

An agent that waits goes on only with the game it knows: after a move was taken back, as after a
long pause or a restart of the laboratory, another process begins from the position.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from enraya.agents.isolated import IsolatedAgent

MOST = 8
"""So many wait at once; the one that has waited longest goes first."""
PATIENCE_SECONDS = 600.0
"""Who has waited longer is not waited for."""


class SessionKey(NamedTuple):
    """A place at a game."""

    game: str
    player: int
    agent: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    agent: IsolatedAgent
    moves: str
    """The game after the agent's last move."""
    since: float


class AgentSessions:
    """The agents that wait for their next move."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: OrderedDict[SessionKey, _Waiting] = OrderedDict()

    def take(self, key: SessionKey, moves: str) -> IsolatedAgent | None:
        """The agent that has played this game so far; None when there is none."""
        with self._lock:
            found = self._waiting.pop(key, None)
            self._dismiss_late()
        if found is None:
            return None
        if not moves.startswith(found.moves):
            found.agent.close()
            return None
        return found.agent

    def keep(self, key: SessionKey, moves: str, agent: IsolatedAgent) -> None:
        """Lets an agent wait for its next move."""
        with self._lock:
            earlier = self._waiting.pop(key, None)
            self._waiting[key] = _Waiting(agent, moves, monotonic())
            self._dismiss_late()
        if earlier is not None:
            earlier.agent.close()

    def _dismiss_late(self) -> None:
        """Ends those who have waited too long, and the longest waiting of too many."""
        while self._waiting:
            key, first = next(iter(self._waiting.items()))
            if len(self._waiting) <= MOST and monotonic() - first.since < PATIENCE_SECONDS:
                return
            del self._waiting[key]
            first.agent.close()

    def close(self) -> None:
        """Ends all of them."""
        with self._lock:
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for one in waiting:
            one.agent.close()
