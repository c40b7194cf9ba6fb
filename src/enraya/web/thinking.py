"""An agent's move for a client: made in a thread of the desk, stopped when nobody waits for it."""

from contextlib import ExitStack

from enraya.agents import Choice
from enraya.arena.faults import AgentFault
from enraya.arena.isolation import IsolatedAgent
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.rules import RuleSet
from enraya.stopping import Stop, stoppable, stopped_by
from enraya.types import Limit
from enraya.web.players import Roster
from enraya.web.problems import Cancelled, Refusal

AGENT_FAILED = 422


class AgentFailed(Refusal):
    """An uploaded agent failed; the sentence names the line of its file."""

    def __init__(self, fault: AgentFault) -> None:
        super().__init__(AGENT_FAILED, "agent_failed", str(fault))
        self.termination: Termination = fault.termination
        self.reason = fault.reason


def think(
    roster: Roster, agent: str, seed: int, position: Position, seconds: float, stop: Stop
) -> Choice:
    """What an agent chooses within the time.

    Raises:
        AgentFailed: when it is an upload and does anything else.
        Cancelled: when nobody wants the answer any more.
    """
    player = roster.make(agent, seed, position.rules)
    with ExitStack() as cleanup:
        cleanup.enter_context(stoppable(stop))
        try:
            if isinstance(player, IsolatedAgent):
                cleanup.enter_context(player).start()
                cleanup.enter_context(stopped_by(player.close))
            choice = player.choose(position, Limit(seconds=seconds))
        except AgentFault as fault:
            if stop.is_set:
                raise Cancelled from None
            raise AgentFailed(fault) from None
    if stop.is_set:
        raise Cancelled
    return choice


def try_out(
    roster: Roster, agent: str, rules: RuleSet, seconds: float, stop: Stop
) -> Choice | AgentFault:
    """The first move of an agent on the empty board, or what went wrong."""
    try:
        return think(roster, agent, 0, Position.start(rules), seconds, stop)
    except AgentFailed as failed:
        return AgentFault(failed.termination, failed.reason)
