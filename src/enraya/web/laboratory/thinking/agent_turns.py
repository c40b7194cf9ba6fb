"""The moves of clients' agents, which stop when the client leaves and wait between moves.

One agent plays one game, as in the arena, so a tree, a transposition table or the process of an
upload is still there at the next move. An agent continues only a game it knows: after moves were
taken back, after a long pause or a restart of the laboratory, a new agent starts from the position.
"""

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from enraya.agents import Agent, Choice
from enraya.agents.isolated import IsolatedAgent
from enraya.game.position import Position
from enraya.isolation.faults import AgentFault
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.stopping import Stop, stoppable
from enraya.texts import Sentence
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents
from enraya.web.server.problems import Cancelled, Refusal, without_paths

MOST = 8
"""How many agents may wait at once, each perhaps with a process or 128 MB of memory."""
PATIENCE_SECONDS = 600.0
"""How long an agent waits for its next move."""
AGENT_FAILED = 422


def end_agent(agent: Agent) -> None:
    """Ends an agent's process, if it has one."""
    if isinstance(agent, IsolatedAgent):
        agent.close()


class SessionKey(NamedTuple):
    """What identifies a waiting agent: its game, its side and its text."""

    game: str
    player: int
    agent: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    agent: Agent
    moves: str
    """The moves of the game up to the agent's last one."""
    since: float


class AgentSessions:
    """The agents that wait for their next move; if too many do, the longest waiting is ended.

    Args:
        most: how many may wait at once.
        clock: gives the time in seconds.
    """

    def __init__(self, most: int = MOST, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[SessionKey, _Waiting] = {}

    def take(self, key: SessionKey, moves: str) -> Agent | None:
        """The agent that waits for its next move in this game; None if none does."""
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
            self._waiting[key] = _Waiting(agent, moves, self._clock())
        self.dismiss_late()
        if earlier is not None:
            end_agent(earlier.agent)

    def dismiss_late(self) -> None:
        """Ends agents that have waited too long, and the longest waiting if there are too many."""
        now = self._clock()
        self._end(
            lambda: [
                key
                for place, (key, one) in enumerate(self._waiting.items())
                if place < len(self._waiting) - self._most or now - one.since >= PATIENCE_SECONDS
            ]
        )

    def end_games(self, games: Collection[str]) -> None:
        """Ends the agents of deleted games."""
        self._end(lambda: [key for key in self._waiting if key.game in games])

    def close(self) -> None:
        """Ends all waiting agents."""
        self._end(lambda: list(self._waiting))

    def _end(self, choose: Callable[[], list[SessionKey]]) -> None:
        """Ends the chosen agents; only the choice holds the lock, as ending them takes long."""
        with self._lock:
            agents = [self._waiting.pop(key).agent for key in choose()]
        for agent in agents:
            end_agent(agent)


class AgentPlace(NamedTuple):
    """Where an agent waits between its moves."""

    sessions: AgentSessions
    key: SessionKey


class AgentFailed(Refusal):
    """An uploaded agent failed; the message names the line of its file, not its path."""

    def __init__(self, fault: AgentFault) -> None:
        reason = without_paths(fault.reason)
        what = Sentence(f"termination.{fault.termination.name.lower()}")
        sentence = Sentence("problem.agent_fault", what=what, why=reason)
        super().__init__(AGENT_FAILED, "agent_failed", without_paths(str(fault)), sentence)


def think(
    allowed: AllowedAgents,
    agent: str,
    seed: int,
    position: Position,
    seconds: float,
    stop: Stop,
    session: AgentPlace | None = None,
) -> Choice:
    """The agent's choice within the time; with a session, it then waits for its next move.

    Raises:
        AgentFailed: when the agent is an upload and fails.
        Cancelled: when the client has left or withdrawn the request.
    """
    known = session.sessions.take(session.key, position.moves) if session else None
    try:
        with stoppable(stop):
            player = known or allowed.make(agent, seed, position.rules)
            choice = player.choose(position, Limit(seconds=seconds))
    except AgentFault as fault:  # its process has ended
        if stop.is_set:
            raise Cancelled from None
        raise AgentFailed(fault) from None
    after = position.play(choice.move)
    if session is None or after.is_over or stop.is_set:
        end_agent(player)
    else:
        session.sessions.keep(session.key, after.moves, player)
    if stop.is_set:
        raise Cancelled
    return choice


class Trial(NamedTuple):
    """The result of trying out an agent: its first move, or what went wrong."""

    found: Choice | AgentFault
    printed: str
    """The end of what it printed."""


def try_out(
    allowed: AllowedAgents, agent: str, rules: RuleSet, seconds: float, stop: Stop
) -> Trial:
    """The first move of an agent on the empty board, or what went wrong.

    Raises:
        Cancelled: when the client has left or withdrawn the request.
    """
    try:
        with stoppable(stop):
            player = allowed.make(agent, 0, rules)
            choice = player.choose(Position.start(rules), Limit(seconds=seconds))
    except AgentFault as fault:  # its process has ended
        if stop.is_set:
            raise Cancelled from None
        found = AgentFault(fault.termination, without_paths(fault.reason))
        return Trial(found, without_paths(fault.printed))
    printed = player.finish() if isinstance(player, IsolatedAgent) else ""
    if stop.is_set:
        raise Cancelled
    return Trial(choice, without_paths(printed))
