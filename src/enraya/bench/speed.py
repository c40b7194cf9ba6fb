"""Benchmarks on one core: random games, moves of agents, and the games of evolution."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time

import numpy as np

from enraya.agents import Limit, parse_agent
from enraya.arena.plan.openings import random_openings
from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.duel import Duel, play_duel
from enraya.evolve.genes import play_games
from enraya.game.playthrough import random_undecided, random_walk
from enraya.game.position import Position
from enraya.kernels.core.compile import word
from enraya.kernels.games.playouts import playouts
from enraya.kernels.heuristics.genes import TRAITS
from enraya.rules import parse_rules
from enraya.rules.classic import classic

PLAYOUT_RULES = ("classic", "classic(columns=8, rows=8)", "boom", "desconecta")
_PLAYOUT_RUNS, _API_GAMES = 5, 200
SEARCHED_RULES = PLAYOUT_RULES[:3]
COUNT = 10
"""How many positions each agent moves in."""
_POPULATION = 200
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, shrinking=True)
"""The settings of the example call in the paper."""
DUEL_DEPTH, DUEL_PLIES = 6, 8


@dataclass(frozen=True, slots=True)
class PlayoutRow:
    """The speed of random games of one rule set, on one core."""

    rules: str
    games_per_second: float
    """The median speed of several runs of the compiled kernel."""
    slowest: float
    fastest: float
    position_games_per_second: float
    """The speed of random games played with the `Position` API."""
    mean_length: float


def measure_playouts(rules: str, games: int = 200_000) -> PlayoutRow:
    """Times batches of random games from the empty board."""
    start = Position.start(parse_rules(rules))
    results, lengths = np.empty(games, dtype=np.int8), np.empty(games, dtype=np.int32)
    numbers, geometry, board = start.rules.numbers, start.rules.kernel_geometry, start.kernel_board

    def play(seed: int) -> None:
        playouts(numbers, geometry, board, word(seed), 0, results, lengths)

    play(0)
    speeds = [games / _seconds(perf_counter, partial(play, seed)) for seed in range(_PLAYOUT_RUNS)]
    rng = np.random.default_rng(0)
    api_seconds = _seconds(
        perf_counter, lambda: [random_walk(start, rng) for _ in range(_API_GAMES)]
    )
    return PlayoutRow(
        rules=start.rules.spec,
        games_per_second=statistics.median(speeds),
        slowest=min(speeds),
        fastest=max(speeds),
        position_games_per_second=_API_GAMES / api_seconds,
        mean_length=float(lengths.mean()),
    )


@dataclass(frozen=True, slots=True)
class SearchRow:
    """The speed of one agent on one rule set."""

    rules: str
    agent: str
    moves: int
    median_seconds: float
    longest_seconds: float
    nodes_per_second: float
    """Nodes per second of processor time."""
    leaves_per_second: float
    """Leaves per second of processor time."""


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


def sample_positions(rules: str, count: int) -> list[Position]:
    """The empty board and random positions with fewer than 16 stones; the same in every call."""
    rng = np.random.default_rng(1)
    start = Position.start(parse_rules(rules))
    found = [start]
    while len(found) < count:
        found.append(random_undecided(start, rng, partial(rng.integers, 0, 16)))
    return found


def measure_agent(rules: str, agent: str, count: int = COUNT) -> SearchRow:
    """Times an agent's moves in some positions."""
    player = parse_agent(agent, 1)
    positions = sample_positions(rules, count)
    player.choose(positions[0], Limit())  # compiles kernels and warms caches
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


@dataclass(frozen=True, slots=True)
class EvolveRow:
    """The speed of one kind of work in an evolution, on one core."""

    work: str
    games: int
    """Games in each run."""
    games_per_second: float
    """The median of several runs, per second of processor time."""
    slowest: float
    fastest: float
    seconds: float
    """The median processor time of a run."""


def measure_evolution(runs: int, pairs: int) -> list[EvolveRow]:
    """Times a round robin of gene agents, the paper's call, and a match of two heuristics.

    Args:
        runs: how many times each is timed, after one run that only compiles.
        pairs: how many pairs of games the match has.
    """
    rng = np.random.default_rng(0)
    population = rng.random((_POPULATION, TRAITS))
    round_robin = np.stack(np.triu_indices(_POPULATION, 1), axis=1)
    seeds = rng.integers(2**63, size=len(round_robin), dtype=np.uint64)
    original = evolve_genes(ORIGINAL)
    original_games = sum(len(g.agents) * g.games // 2 for g in original.generations)
    openings = random_openings(classic(), DUEL_PLIES, pairs, 0)
    duel = Duel("threats", "rivest", DUEL_DEPTH, openings)
    return [
        _row(f"round robin of {_POPULATION} gene agents", len(round_robin), runs,
             lambda: play_games(population, round_robin, seeds)),
        _row("the original call, 20 x 20 x 80", original_games, runs,
             lambda: evolve_genes(ORIGINAL)),
        _row(f"threats - rivest, depth {DUEL_DEPTH}", 2 * len(openings), runs,
             lambda: play_duel(duel)),
    ]  # fmt: skip


def _row(work: str, games: int, runs: int, play: Callable[[], object]) -> EvolveRow:
    play()
    times = [_seconds(process_time, play) for _ in range(runs)]
    speeds = [games / seconds for seconds in times]
    return EvolveRow(
        work, games, statistics.median(speeds), min(speeds), max(speeds), statistics.median(times)
    )


def _seconds(clock: Callable[[], float], work: Callable[[], object]) -> float:
    before = clock()
    work()
    return clock() - before
