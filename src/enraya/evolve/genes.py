"""Evolution of gene agents: every generation plays a compiled round robin, in batches."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.evolve.genetics import (
    MUTATION,
    Genes,
    GeneSettings,
    Individual,
    agent_of,
    first_generation,
    format_genes,
    next_generation,
)
from enraya.kernels.heuristics.genes import TRAITS, gene_games
from enraya.rules.classic import classic
from enraya.work import Checkpoint, run_jobs

BATCH = 50_000
"""The games of one job."""
_GAMES, _BREEDING = 0, 1
"""The purposes of the two random streams of each generation."""
_SEEDS = 2**63


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation after its round robin: its agents and their results."""

    agents: tuple[Individual, ...]
    wins: tuple[int, ...]
    """How many games each agent won."""
    draws: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games each agent played."""
        return len(self.agents) - 1

    @property
    def ranking(self) -> list[int]:
        """The indexes of the agents, most wins first; with equal wins, the lower index first."""
        return sorted(range(len(self.agents)), key=lambda place: -self.wins[place])

    @property
    def winner(self) -> Genes:
        """The genes of the agent with the most wins."""
        return self.agents[self.ranking[0]].genes

    @property
    def diversity(self) -> float:
        """The standard deviation of each gene, averaged over the genes; 0.29 for random genes."""
        return float(np.std([agent.genes for agent in self.agents], axis=0).mean())

    def summary(self) -> str:
        """One line of text: the best and the mean share of games won, and the diversity."""
        share = 100 / self.games
        return (
            f"best {max(self.wins) * share:.1f} %, mean {np.mean(self.wins) * share:.1f} %, "
            f"diversity {self.diversity:.3f}"
        )

    @staticmethod
    def from_object(state: dict[str, Any]) -> "Generation":
        """The generation that these plain values describe.

        Raises:
            KeyError, TypeError, ValueError: when they describe none.
        """
        agents = tuple(
            Individual(tuple(agent["genes"]), tuple(agent["parents"]), agent["mutated"])
            for agent in state["agents"]
        )
        generation = Generation(agents, tuple(state["wins"]), tuple(state["draws"]))
        generation._check()
        return generation

    def _check(self) -> None:
        """Raises ValueError if the values cannot be those of a generation."""
        counts = (self.wins, self.draws)
        fits = (
            len(self.agents) > 1
            and all(len(numbers) == len(self.agents) for numbers in counts)
            and all(_are_places(numbers, len(self.agents)) for numbers in counts)
            and all(len(agent.genes) == TRAITS for agent in self.agents)
            and all(0 <= gene <= 1 for agent in self.agents for gene in agent.genes)
            and _are_places([agent.mutated for agent in self.agents], TRAITS + 1)
        )
        if not fits:
            raise ValueError("the values cannot be those of a generation")


@dataclass(frozen=True, slots=True)
class GeneRun:
    """A finished evolution."""

    settings: GeneSettings
    generations: tuple[Generation, ...]

    @property
    def winner(self) -> Genes:
        """The genes of the best agent of the last generation."""
        return self.generations[-1].winner

    @property
    def agent(self) -> str:
        """The winner as the text of an agent, which all commands accept: ``genes(…)``."""
        return agent_of(self.winner)

    @property
    def numbers(self) -> str:
        """The winner as the paper writes it: four decimal numbers separated by commas."""
        return format_genes(self.winner)

    def to_object(self) -> dict[str, Any]:
        """The run as plain values that JSON can hold."""
        return {"kind": "genes", "agent": self.agent, **asdict(self)}

    @staticmethod
    def from_object(state: dict[str, Any]) -> "GeneRun":
        """The run that these plain values describe.

        Raises:
            KeyError, TypeError, ValueError: when they describe none.
        """
        found = tuple(Generation.from_object(generation) for generation in state["generations"])
        if not found:
            raise ValueError("the run has no generations")
        sizes = [0, *(len(generation.agents) for generation in found)]
        for size, generation in zip(sizes, found, strict=False):  # of the parents
            if not all(_are_places(agent.parents, size) for agent in generation.agents):
                raise ValueError("a parent is not in the previous generation")
        return GeneRun(GeneSettings(**state["settings"]), found)


def _are_places(values: Sequence[Any], count: int) -> bool:
    """Whether all values are whole numbers from 0 to ``count`` - 1."""
    return all(type(value) is int and 0 <= value < count for value in values)


class Batch(NamedTuple):
    """A job: the games of a round robin numbered from ``start`` to ``stop`` - 1."""

    population: Sequence[Genes]
    seed: Sequence[int]
    """The seed of the whole round robin."""
    start: int
    stop: int


def play_batch(batch: Batch) -> list[list[int]]:
    """The number of wins and of draws of every agent in a batch of games.

    In the round robin every pair plays once; the agent that is earlier in the population moves
    first.
    """
    size = len(batch.population)
    pairs = np.stack(np.triu_indices(size, 1), axis=1)
    rng = np.random.default_rng(list(batch.seed))
    seeds = rng.integers(_SEEDS, size=len(pairs), dtype=np.uint64)
    chosen = slice(batch.start, batch.stop)
    winners = play_games(np.array(batch.population), pairs[chosen], seeds[chosen])
    wins = np.zeros(size, dtype=np.int64)
    draws = np.zeros(size, dtype=np.int64)
    for side in (0, 1):
        places = pairs[chosen, side]
        wins += np.bincount(places[winners == side + 1], minlength=size)
        draws += np.bincount(places[winners == 0], minlength=size)
    return [wins.tolist(), draws.tolist()]


def play_games(
    population: NDArray[np.float64], pairs: NDArray[np.int64], seeds: NDArray[np.uint64]
) -> NDArray[np.int8]:
    """Plays a classic game for each pair; returns who won: 1 or 2, or 0 for a draw.

    A pair holds the indexes of the agent that moves first and of the other.
    """
    rules = classic()
    winners = np.zeros(len(pairs), dtype=np.int8)
    lengths = np.zeros(len(pairs), dtype=np.int16)
    with np.errstate(over="ignore"):
        gene_games(
            rules.numbers, rules.kernel_geometry, population, np.ascontiguousarray(pairs),
            np.ascontiguousarray(seeds), winners, lengths,
        )  # fmt: skip
    return winners


def evaluate(
    agents: Sequence[Individual], seed: Sequence[int], engine: str, workers: int | None = None
) -> Generation:
    """Plays the round robin of a generation."""
    population = [agent.genes for agent in agents]
    games = comb(len(agents), 2)
    jobs = [
        Batch(population, seed, start, min(start + BATCH, games))
        for start in range(0, games, BATCH)
    ]
    results = np.array(run_jobs(play_batch, jobs, engine=engine, workers=workers))
    wins, draws = results.sum(axis=0).tolist()
    return Generation(tuple(agents), tuple(wins), tuple(draws))


def evolve_genes(
    settings: GeneSettings,
    *,
    engine: str = "serial",
    workers: int | None = None,
    checkpoint: Path | None = None,
    on_generation: Callable[[int, Generation], None] | None = None,
) -> GeneRun:
    """Evolves gene agents; the same settings give the same run in every engine.

    Args:
        settings: how to evolve.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many jobs run at once; one per core by default.
        checkpoint: a file that keeps finished generations; the same call resumes from it.
        on_generation: called with the number of each generation, counted from 1, and its results;
            also for generations from the checkpoint.

    Raises:
        InvalidSetting: when the checkpoint belongs to another run.

    >>> run = evolve_genes(GeneSettings(population=20, generations=20, keep=80, shrinking=True))
    >>> [len(generation.agents) for generation in run.generations]
    [20, 16, 12, 9, 7, 5, 4, 3, 2]
    """
    jobs = [[_identity(settings), number] for number in range(settings.generations)]
    kept: Checkpoint[Any] = Checkpoint(checkpoint, jobs, settings.seed)
    generations: list[Generation] = []
    with kept:
        agents = first_generation(settings, _stream(settings, 0, _BREEDING))
        for number in range(settings.generations):
            if number not in kept.results:
                seed = [settings.seed, number, _GAMES]
                kept.add(number, asdict(evaluate(agents, seed, engine, workers)))
            generation = Generation.from_object(kept.results[number])
            generations.append(generation)
            if on_generation:
                on_generation(number + 1, generation)
            rng = _stream(settings, number + 1, _BREEDING)
            agents = next_generation(settings, generation.agents, generation.ranking, rng)
            if len(agents) == 1:  # there is no opponent left
                break
    return GeneRun(settings, tuple(generations))


def _identity(settings: GeneSettings) -> dict[str, Any]:
    """The settings that identify a run in a checkpoint.

    The default mutation is left out, because older versions did not write it.
    """
    values = asdict(settings)
    if settings.mutation == MUTATION:
        del values["mutation"]
    return values


def _stream(settings: GeneSettings, number: int, purpose: int) -> np.random.Generator:
    return np.random.default_rng([settings.seed, number, purpose])
