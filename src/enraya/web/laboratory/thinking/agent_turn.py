"""An agent's move for a client: made in a thread of the queue, stopped when nobody waits for it."""

from typing import NamedTuple

from enraya.agents import Choice
from enraya.agents.isolated import IsolatedAgent
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.stopping import Stop, stoppable
from enraya.texts import Sentence
from enraya.web.laboratory.thinking.agent_sessions import AgentSessions, SessionKey, end_agent
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents
from enraya.web.server.problems import Cancelled, Refusal, without_paths

AGENT_FAILED = 422


class AgentPlace(NamedTuple):
    """Where an agent stays between its moves."""

    sessions: AgentSessions
    key: SessionKey


class AgentFailed(Refusal):
    """An uploaded agent failed; the message names the line of its file, not its path."""

    def __init__(self, fault: AgentFault) -> None:
        reason = without_paths(fault.reason)
        sentence = Sentence(
            "problem.agent_fault",
            what=Sentence(f"termination.{fault.termination.name.lower()}"),
            why=reason,
        )
        super().__init__(AGENT_FAILED, "agent_failed", without_paths(str(fault)), sentence)
        self.termination: Termination = fault.termination
        self.reason = without_paths(fault.reason)


def think(
    allowed: AllowedAgents,
    agent: str,
    seed: int,
    position: Position,
    seconds: float,
    stop: Stop,
    session: AgentPlace | None = None,
) -> Choice:
    """What an agent chooses within the time; with a session, it stays for its next move.

    Raises:
        AgentFailed: when it is an upload and fails.
        Cancelled: when nobody wants the answer any more.
    """
    known = session.sessions.take(session.key, position.moves) if session else None
    try:
        with stoppable(stop):
            player = known or allowed.make(agent, seed, position.rules)
            choice = player.choose(position, Limit(seconds=seconds))
    except AgentFault as fault:  # which leaves no process behind
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
    """How an agent did at its first move."""

    found: Choice | AgentFault
    printed: str
    """The last of what it printed."""


def try_out(
    allowed: AllowedAgents, agent: str, rules: RuleSet, seconds: float, stop: Stop
) -> Trial:
    """The first move of an agent on the empty board, or what went wrong.

    Raises:
        Cancelled: when nobody wants the answer any more.
    """
    try:
        with stoppable(stop):
            player = allowed.make(agent, 0, rules)
            choice = player.choose(Position.start(rules), Limit(seconds=seconds))
    except AgentFault as fault:  # which leaves no process behind
        if stop.is_set:
            raise Cancelled from None
        reason = without_paths(fault.reason)
        return Trial(AgentFault(fault.termination, reason), without_paths(fault.printed))
    printed = player.finish() if isinstance(player, IsolatedAgent) else ""
    if stop.is_set:
        raise Cancelled
    return Trial(choice, without_paths(printed))
