"""What an evolution of genes found, as plain values for JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from enraya.evolve.genetics import Genes, GeneSettings, Individual, agent_of, format_genes
from enraya.kernels.heuristics.genes import TRAITS


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation whose agents have all met each other."""

    agents: tuple[Individual, ...]
    wins: tuple[int, ...]
    """How many games each agent won, against all others."""
    draws: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games each agent played."""
        return len(self.agents) - 1

    @property
    def ranking(self) -> list[int]:
        """The places of the agents by wins, the most first; equal ones in their order."""
        return sorted(range(len(self.agents)), key=lambda place: -self.wins[place])

    @property
    def winner(self) -> Genes:
        """The genes of the agent with the most wins."""
        return self.agents[self.ranking[0]].genes

    @property
    def diversity(self) -> float:
        """The mean standard deviation of the genes; 0.29 when they are random."""
        return float(np.std([agent.genes for agent in self.agents], axis=0).mean())

    def summary(self) -> str:
        """One line for people: best, mean and diversity."""
        share = 100 / self.games
        return (
            f"best {max(self.wins) * share:.1f} %, mean {np.mean(self.wins) * share:.1f} %, "
            f"diversity {self.diversity:.3f}"
        )

    @staticmethod
    def from_object(state: dict[str, Any]) -> "Generation":
        """The generation that plain values hold.

        Raises:
            KeyError, TypeError, ValueError: when they hold none.
        """
        agents = tuple(
            Individual(tuple(agent["genes"]), tuple(agent["parents"]), agent["mutated"])
            for agent in state["agents"]
        )
        generation = Generation(agents, tuple(state["wins"]), tuple(state["draws"]))
        generation._check()
        return generation

    def _check(self) -> None:
        """Refuses values that no generation can have."""
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
            raise ValueError("no such generation")


@dataclass(frozen=True, slots=True)
class GeneRun:
    """A finished evolution."""

    settings: GeneSettings
    generations: tuple[Generation, ...]

    @property
    def winner(self) -> Genes:
        """The best agent of the last generation; all its agents were evaluated."""
        return self.generations[-1].winner

    @property
    def agent(self) -> str:
        """The winner as any command takes it, ready to play: ``genes(…)``."""
        return agent_of(self.winner)

    @property
    def numbers(self) -> str:
        """The winner as the paper writes it: four decimals with commas between."""
        return format_genes(self.winner)

    def to_object(self) -> dict[str, Any]:
        """The run as plain values for JSON."""
        return {"kind": "genes", "agent": self.agent, **asdict(self)}

    @staticmethod
    def from_object(state: dict[str, Any]) -> "GeneRun":
        """The run that plain values hold.

        Raises:
            KeyError, TypeError, ValueError: when they hold none.
        """
        found = tuple(Generation.from_object(generation) for generation in state["generations"])
        if not found:
            raise ValueError("no generations")
        sizes = [0, *(len(generation.agents) for generation in found)]
        for size, generation in zip(sizes, found, strict=False):  # parents are in the one before
            if not all(_are_places(agent.parents, size) for agent in generation.agents):
                raise ValueError("no such parents")
        return GeneRun(GeneSettings(**state["settings"]), found)


def _are_places(values: Sequence[Any], count: int) -> bool:
    """Whether all are whole numbers from 0, less than ``count``."""
    return all(type(value) is int and 0 <= value < count for value in values)
