"""How fast the agents think: positions per second of one core, and time per move."""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time

import numpy as np

from enraya.agents import Limit, parse_agent
from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.rules import parse_rules

RULES = ("classic", "classic(columns=8, rows=8)", "boom")
COUNT = 10
_EARLIEST, _LATEST = 0, 16


@dataclass(frozen=True, slots=True)
class SearchRow:
    """One agent on one rule set."""

    rules: str
    agent: str
    moves: int
    median_seconds: float
    longest_seconds: float
    nodes_per_second: float
    """Per second of processor time, as are the leaves."""
    leaves_per_second: float


def agents_for(rules: str) -> list[str]:
    """The agents that are measured on a rule set."""
    heuristic = {"boom": "ugr-groups"}.get(rules, "rivest")
    style = "ugr" if rules == "boom" else "porto"
    fixed = [f"alphabeta(depth={d}, eval={heuristic}, style={style})" for d in range(4, 11, 2)]
    if "8" in rules:
        fixed += [f"alphabeta(depth={d}, eval=qmatic(published=true), style=upc)" for d in (8, 10)]
    return [
        f"minimax(depth=4, eval={heuristic}, style={style})",
        *fixed,
        "alphabeta(depth=8)",
        "search(seconds=0.1)",
        "mcts(seconds=0.2, seed=1)",
    ]


def cases() -> Iterator[tuple[str, str]]:
    """All pairs of rules and agent, as `measure_agent` takes them."""
    return ((rules, agent) for rules in RULES for agent in agents_for(rules))


def sample_positions(rules: str, count: int) -> list[Position]:
    """The empty board and random positions of the first moves, always the same."""
    rng = np.random.default_rng(1)
    start = Position.start(parse_rules(rules))
    found = [start]
    while len(found) < count:
        found.append(random_undecided(start, rng, partial(rng.integers, _EARLIEST, _LATEST)))
    return found


def measure_agent(rules: str, agent: str, count: int = COUNT) -> SearchRow:
    """Lets an agent choose in some positions and times it."""
    player = parse_agent(agent, 1)
    positions = sample_positions(rules, count)
    player.choose(positions[0], Limit())  # compiles, and warms the caches
    times, used, nodes, leaves = [], 0.0, 0, 0
    for position in positions:
        started, before = perf_counter(), process_time()
        choice = player.choose(position, Limit())
        times.append(perf_counter() - started)
        used += process_time() - before
        nodes, leaves = nodes + (choice.nodes or 0), leaves + (choice.leaves or 0)
    return SearchRow(
        rules=rules,
        agent=agent,
        moves=len(times),
        median_seconds=statistics.median(times),
        longest_seconds=max(times),
        nodes_per_second=nodes / used,
        leaves_per_second=leaves / used,
    )
