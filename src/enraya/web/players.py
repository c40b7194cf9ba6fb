"""Agents that a client may name: only ones that read no files, within the client's limits."""

from collections.abc import Iterator

from enraya.agents import Agent, check_rules, parse_agent
from enraya.agents.level import SEARCHES
from enraya.callspec import CallSpec, parse_callspec
from enraya.errors import InvalidSetting, UnknownName
from enraya.rules import RuleSet

AGENT_NAMES = (
    "level",
    "perfect",
    "search",
    "mcts",
    "alphabeta",
    "minimax",
    "greedy",
    "genes",
    "script",
    "random",
)
"""The agents for clients, in the order in which the page offers them."""
_FILE_PREFIX = "file:"
_FILE_READERS = {"learned"}
"""Agents and evaluations that open a file."""
_QUICK = {"greedy", "genes", "script", "random"}


def check_client_agent(text: str) -> CallSpec:
    """What a client's text means, if a client may ask for it.

    The names are on a list, so a new agent that opens files is not for clients until somebody
    puts it there on purpose.

    Raises:
        EnrayaError: when it is no agent for clients; the message says why.
    """
    spec = parse_callspec(text)
    for part in _parts(spec):
        if part.name.lower().startswith(_FILE_PREFIX) or part.name in _FILE_READERS:
            raise InvalidSetting(
                f"{str(part)!r} reads a file of this machine, which clients may not do"
            )
    if spec.name not in AGENT_NAMES:
        raise UnknownName("agent", spec.name, AGENT_NAMES)
    return spec


def _parts(spec: CallSpec) -> Iterator[CallSpec]:
    """The specification and everything inside it."""
    yield spec
    for inner in (*spec.args, *(value for _, value in spec.options)):
        yield from _parts(inner)


def make_player(text: str, seed: int, rules: RuleSet) -> Agent:
    """The agent that a client asks for, if it plays these rules.

    Raises:
        EnrayaError: when it is no agent for clients, or does not play these rules.
    """
    check_client_agent(text)
    agent = parse_agent(text, seed)
    check_rules(agent, rules)
    return agent


def is_quick(spec: CallSpec) -> bool:
    """Whether the agent answers in a moment, whatever the position."""
    if spec.name == "level":
        return all(value.name.isdecimal() and int(value.name) < SEARCHES for value in _values(spec))
    return spec.name in _QUICK


def _values(spec: CallSpec) -> list[CallSpec]:
    return [*spec.args, *(value for key, value in spec.options if key == "level")]
