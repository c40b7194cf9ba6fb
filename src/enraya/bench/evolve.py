"""Games of gene agents per second, and games between heuristics at a fixed depth.

All of it runs on one core and is measured in processor time, so other work on the same machine
does not count.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

import numpy as np

from enraya.arena.plan.openings import random_openings
from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.duel import Duel, play_duel
from enraya.evolve.genes import play_games
from enraya.kernels.heuristics.genes import TRAITS
from enraya.rules.classic import classic

AGENTS = 200
ORIGINAL = GeneSettings(population=20, generations=20, keep=80, shrinking=True)
"""The call that the paper gives as its example."""
DUEL_DEPTH, DUEL_PLIES = 6, 8


@dataclass(frozen=True, slots=True)
class EvolveRow:
    """Speed of one kind of work, on one core."""

    work: str
    games: int
    """In each run."""
    games_per_second: float
    """The median of several runs."""
    slowest: float
    fastest: float
    seconds: float
    """The median of a run."""


def measure_evolution(runs: int, pairs: int) -> list[EvolveRow]:
    """Times round robins of gene agents, the original call, and a match of two heuristics.

    Args:
        runs: how often each is timed; once more before that, for the compiler.
        pairs: pairs of games of the match.
    """
    rng = np.random.default_rng(0)
    population = rng.random((AGENTS, TRAITS))
    round_robin = np.stack(np.triu_indices(AGENTS, 1), axis=1)
    seeds = rng.integers(2**63, size=len(round_robin), dtype=np.uint64)
    original = evolve_genes(ORIGINAL)
    original_games = sum(len(g.agents) * g.games // 2 for g in original.generations)
    openings = random_openings(classic(), DUEL_PLIES, pairs, 0)
    duel = Duel("threats", "rivest", DUEL_DEPTH, openings)
    return [
        _row(f"round robin of {AGENTS} gene agents", len(round_robin), runs,
             lambda: play_games(population, round_robin, seeds)),
        _row("the original call, 20 x 20 x 80", original_games, runs,
             lambda: evolve_genes(ORIGINAL)),
        _row(f"threats - rivest, depth {DUEL_DEPTH}", 2 * len(openings), runs,
             lambda: play_duel(duel)),
    ]  # fmt: skip


def _row(work: str, games: int, runs: int, play: Callable[[], object]) -> EvolveRow:
    play()
    times = [_seconds(play) for _ in range(runs)]
    speeds = [games / seconds for seconds in times]
    return EvolveRow(
        work, games, statistics.median(speeds), min(speeds), max(speeds), statistics.median(times)
    )


def _seconds(play: Callable[[], object]) -> float:
    before = process_time()
    play()
    return process_time() - before
