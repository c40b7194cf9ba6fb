"""Whether an agent says how long it took."""

from time import perf_counter

from enraya.agents import Limit, parse_agent
from enraya.game.position import Position


def tells_its_seconds(text: str) -> bool:
    """Whether the seconds of a choice are within those that passed meanwhile."""
    agent, position = parse_agent(text, 1), Position.parse("44444432651275")
    started = perf_counter()
    seconds = agent.choose(position, Limit()).seconds
    return seconds is not None and 0 <= seconds <= perf_counter() - started
