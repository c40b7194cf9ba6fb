"""The genetic algorithm of the paper: sizes, pairing, crossover and mutation."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.errors import InvalidSetting
from enraya.evolve.genetics import (
    MUTATION,
    GeneSettings,
    Individual,
    children,
    first_generation,
    format_genes,
    next_generation,
)
from enraya.kernels.heuristics.genes import TRAITS

AGENTS = [Individual((n + 0.1, n + 0.2, n + 0.3, n + 0.4)) for n in range(6)]


class NeverMutates(np.random.Generator):
    """A generator whose draws are too high for a mutation."""

    def random(self) -> float:  # type: ignore[override]  # only single numbers are drawn here
        """A number that is hardly less than one."""
        return 1 - 1e-9


def without_mutation() -> np.random.Generator:
    return NeverMutates(np.random.PCG64(0))


def test_a_pair_has_two_children_with_genes_in_turn() -> None:
    one, other = children(AGENTS, [4, 2], 2, without_mutation())
    assert one == Individual((4.1, 2.2, 4.3, 2.4), (4, 2))
    assert other == Individual((2.1, 4.2, 2.3, 4.4), (2, 4))


def test_parents_are_paired_in_their_order_and_the_odd_one_is_copied() -> None:
    born = children(AGENTS, [5, 0, 3, 1, 2], 5, without_mutation())
    assert [child.parents for child in born] == [(5, 0), (0, 5), (3, 1), (1, 3), (2,)]
    assert born[-1].genes == AGENTS[2].genes


def test_further_rounds_of_children_have_other_pairs() -> None:
    born = children(AGENTS, [0, 1, 2, 3], 8, without_mutation())
    assert [child.parents for child in born[::2]] == [(0, 1), (2, 3), (0, 3), (2, 1)]


def test_one_child_in_ten_has_one_gene_drawn_anew() -> None:
    born = children(AGENTS, [0, 1], 20_000, np.random.default_rng(1))
    plain = {
        child.parents: child.genes for child in children(AGENTS, [0, 1], 2, without_mutation())
    }
    changed = [child for child in born if child.mutated]
    deviation = np.sqrt(MUTATION * (1 - MUTATION) / len(born))
    assert len(changed) / len(born) == pytest.approx(MUTATION, abs=4 * deviation)
    for child in born:
        different = [i + 1 for i in range(TRAITS) if child.genes[i] != plain[child.parents][i]]
        assert different == ([child.mutated] if child.mutated else [])
    counts = np.bincount([child.mutated for child in changed])[1:]
    assert len(counts) == TRAITS
    assert counts.min() > 0.8 * counts.mean()
    assert all(0 <= child.genes[child.mutated - 1] < 1 for child in changed)


@pytest.mark.parametrize(("mutation", "changed"), [(0.0, 0), (1.0, 9)])
@pytest.mark.parametrize("shrinking", [True, False])
def test_mutation_has_the_requested_frequency(
    mutation: float, changed: int, shrinking: bool
) -> None:
    agents = [Individual((n / 20,) * TRAITS) for n in range(9 if shrinking else 18)]
    settings = GeneSettings(keep=100 if shrinking else 50, shrinking=shrinking, mutation=mutation)
    born = next_generation(settings, agents, range(len(agents)), np.random.default_rng(1))
    assert sum(child.mutated > 0 for child in born) == changed


@given(size=st.integers(2, 60), keep=st.floats(0, 100), seed=st.integers(0, 99))
def test_a_generation_shrinks_or_keeps_its_size(size: int, keep: float, seed: int) -> None:
    agents = [Individual((n / 60,) * TRAITS) for n in range(size)]
    ranking, rng = list(np.random.default_rng(seed).permutation(size)), np.random.default_rng(seed)
    small = next_generation(GeneSettings(keep=keep, shrinking=True), agents, ranking, rng)
    assert len(small) == max(1, int(size * keep / 100))
    whole = next_generation(GeneSettings(keep=keep), agents, ranking, rng)
    assert len(whole) == size
    kept = {agents[place].genes for place in ranking[: len(small)]}
    alive = {agent.genes for agent in whole if len(agent.parents) == 1 and not agent.mutated}
    assert kept <= alive


def test_the_text_of_an_agent_is_the_agent() -> None:
    for agent in first_generation(GeneSettings(population=50), np.random.default_rng(2)):
        text = format_genes(agent.genes)
        assert tuple(float(gene) for gene in text.split(",")) == agent.genes
        assert [len(gene) for gene in text.split(",")] == [8] * TRAITS


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"population": 1}, "the population must be from 2 to 10000, not 1"),
        ({"population": 10_001}, "must be from 2"),
        ({"mutation": 1.1}, "mutation is a probability, from 0 to 1, not 1.1"),
        ({"mutation": float("nan")}, "a probability"),
        ({"generations": 100_001}, "generations must be from 1 to 100000, not 100001"),
        ({"keep": 101}, "a percentage, from 0 to 100, not 101"),
        ({"keep": float("nan")}, "a percentage"),
        ({"seed": -1}, "the seed must be from 0"),
        ({"seed": 2**63}, "the seed must be from 0 to 9223372036854775807"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidSetting, match=words):
        GeneSettings(**settings)
