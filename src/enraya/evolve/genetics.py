"""The genetic algorithm of the paper: selection, crossover and mutation.

The best agents of a generation are paired in order: first with second, third with fourth and so on.
A pair has two children, whose genes come alternately from one parent and the other. If the number
of parents is odd, the last has no partner and is copied. Sometimes one gene of a child is replaced
by a random one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from enraya.errors import InvalidSetting
from enraya.kernels.heuristics.genes import TRAITS

Genes = tuple[float, ...]
"""The four numbers of an agent, rounded to six decimals, so that its text gives them exactly."""
DECIMALS = 6
MUTATION = 0.1
"""The probability in the paper's program that one gene of a child is replaced at random."""
LEAST_AGENTS = 2
MOST_AGENTS = 10_000
MOST_GENERATIONS = 100_000
MOST_PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class GeneSettings:
    """The settings of an evolution of genes."""

    population: int = 200
    generations: int = 60
    keep: float = 50.0
    """The percentage of each generation that has children."""
    seed: int = 0
    shrinking: bool = False
    """Whether the next generation has only children, one per parent, so that generations shrink;
    otherwise the parents live on and the size stays the same."""
    mutation: float = MUTATION
    """The probability that one gene of a child is replaced by a random one."""

    def __post_init__(self) -> None:
        if not LEAST_AGENTS <= self.population <= MOST_AGENTS:
            raise InvalidSetting(
                f"the population must be from {LEAST_AGENTS} to {MOST_AGENTS}, "
                f"not {self.population}"
            )
        if not 1 <= self.generations <= MOST_GENERATIONS:
            raise InvalidSetting(
                f"generations must be from 1 to {MOST_GENERATIONS}, not {self.generations}"
            )
        if not 0 <= self.keep <= MOST_PERCENT:
            raise InvalidSetting(f"keep is a percentage, from 0 to 100, not {self.keep:g}")
        if not 0 <= self.mutation <= 1:
            raise InvalidSetting(f"mutation is a probability, from 0 to 1, not {self.mutation:g}")
        if not 0 <= self.seed < 2**63:
            raise InvalidSetting(f"the seed must be from 0 to {2**63 - 1}, not {self.seed}")

    def kept(self, size: int) -> int:
        """How many agents of a generation of this size have children.

        >>> sizes = [20]
        >>> while sizes[-1] > 1:
        ...     sizes.append(GeneSettings(keep=80).kept(sizes[-1]))
        >>> sizes
        [20, 16, 12, 9, 7, 5, 4, 3, 2, 1]
        """
        return max(1, int(size * self.keep / MOST_PERCENT))


@dataclass(frozen=True, slots=True)
class Individual:
    """An agent of a generation, with its genes and its origin."""

    genes: Genes
    parents: tuple[int, ...] = ()
    """Indexes in the previous generation: two parents, one for a copy, none in the first
    generation."""
    mutated: int = 0
    """The number of the gene that was replaced at random, counted from 1; 0 if none was."""


def format_genes(genes: Sequence[float]) -> str:
    """Genes as the paper writes them, which is also what ``genes(…)`` accepts.

    >>> format_genes((0.5, 0.25, 1, 0))
    '0.500000,0.250000,1.000000,0.000000'
    """
    return ",".join(f"{gene:.{DECIMALS}f}" for gene in genes)


def agent_of(genes: Sequence[float]) -> str:
    """The agent with these genes, as the text that all commands accept.

    >>> agent_of((0.5, 0.25, 1, 0))
    'genes(0.500000,0.250000,1.000000,0.000000)'
    """
    return f"genes({format_genes(genes)})"


def first_generation(settings: GeneSettings, rng: np.random.Generator) -> list[Individual]:
    """The first generation: agents with random genes."""
    return [
        Individual(tuple(_random_gene(rng) for _ in range(TRAITS)))
        for _ in range(settings.population)
    ]


def _random_gene(rng: np.random.Generator) -> float:
    return round(float(rng.random()), DECIMALS)


def next_generation(
    settings: GeneSettings,
    agents: Sequence[Individual],
    ranking: Sequence[int],
    rng: np.random.Generator,
) -> list[Individual]:
    """The next generation.

    Args:
        settings: how many agents have children, whether parents live on, and the mutation.
        agents: the current generation.
        ranking: the indexes of all agents, the best first.
        rng: decides mutations and, if parents live on, the order of the new generation, which
            decides who moves first in each game.
    """
    parents = ranking[: settings.kept(len(agents))]
    if settings.shrinking:
        return children(agents, parents, len(parents), rng, settings.mutation)
    living = [Individual(agents[place].genes, (place,)) for place in parents]
    born = children(agents, parents, len(agents) - len(parents), rng, settings.mutation)
    together = [*living, *born]
    return [together[place] for place in rng.permutation(len(together))]


def children(
    agents: Sequence[Individual],
    parents: Sequence[int],
    count: int,
    rng: np.random.Generator,
    mutation: float = MUTATION,
) -> list[Individual]:
    """``count`` children of the parents, which are paired in order.

    If the number of parents is odd, the last and least fit has no partner and is copied. If one
    round of pairs gives too few children, the pairs of the next round are shifted: first with
    fourth, third with sixth and so on.
    """
    born: list[Individual] = []
    shift = 1
    while len(born) < count:
        for i in range(0, len(parents), 2):
            one = parents[i]
            if i + 1 == len(parents):
                born.append(_mutated(Individual(agents[one].genes, (one,)), rng, mutation))
                continue
            other = parents[(i + shift) % len(parents)]
            for first, second in ((one, other), (other, one)):
                born.append(_mutated(_crossed(agents, first, second), rng, mutation))
        shift += 2
    return born[:count]


def _crossed(agents: Sequence[Individual], one: int, other: int) -> Individual:
    """The child that takes genes 1 and 3 from ``one``, and 2 and 4 from ``other``."""
    pair = agents[one].genes, agents[other].genes
    return Individual(tuple(pair[i % 2][i] for i in range(TRAITS)), (one, other))


def _mutated(child: Individual, rng: np.random.Generator, mutation: float) -> Individual:
    if rng.random() >= mutation:
        return child
    place = int(rng.integers(TRAITS))
    genes = (*child.genes[:place], _random_gene(rng), *child.genes[place + 1 :])
    return Individual(genes, child.parents, place + 1)
