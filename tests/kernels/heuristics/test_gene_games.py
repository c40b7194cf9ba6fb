"""Whole games of gene agents in batches, against the same agents played slowly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from enraya.agents import Limit
from enraya.agents.players.genes import GenesAgent
from enraya.game.position import Position
from enraya.kernels.core.compile import interpreted
from enraya.kernels.heuristics.gene_games import gene_games
from enraya.kernels.heuristics.genes import TRAITS
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from tests.kernels.support import sized
from tests.strategies import CLASSIC_RULES

Genes = tuple[float, float, float, float]
GENE = st.floats(0, 1)
AGENT = st.tuples(GENE, GENE, GENE, GENE)


def play_batch(
    rules: RuleSet, population: list[Genes], pairs: list[tuple[int, int]], seeds: list[int],
    compiled: bool = True,
) -> tuple[NDArray[np.int8], NDArray[np.int16]]:  # fmt: skip
    winners, lengths = np.full(len(pairs), -1, np.int8), np.zeros(len(pairs), np.int16)
    kernel = gene_games if compiled else interpreted(gene_games)
    kernel(
        rules.numbers, rules.kernel_geometry, np.array(population), np.array(pairs),
        np.array(seeds, dtype=np.uint64), winners, lengths,
    )  # fmt: skip
    return winners, lengths


def play_slowly(rules: RuleSet, first: Genes, second: Genes, seed: int) -> tuple[int, int]:
    """Winner and length of a game through positions, which refuse to continue after a line."""
    agents = [GenesAgent("", genes, seed) for genes in (first, second)]
    position = Position.start(rules)
    while not position.is_over:
        position = position.play(agents[position.mover - 1].choose(position, Limit()).move)
    assert position.outcome is not None
    return position.outcome.winner, position.plies


@pytest.mark.parametrize("rules", CLASSIC_RULES, ids=str)
@settings(max_examples=sized(20, 2))
@given(first=AGENT, second=AGENT, seed=st.integers(0, 2**64 - 1))
def test_games_are_those_of_the_agents(
    rules: RuleSet, first: Genes, second: Genes, seed: int
) -> None:
    winners, lengths = play_batch(rules, [first, second], [(0, 1), (1, 0)], [seed, seed])
    games = [play_slowly(rules, *pair, seed) for pair in ((first, second), (second, first))]
    assert list(zip(winners.tolist(), lengths.tolist(), strict=True)) == games


def random_batch(count: int) -> tuple[list[Genes], list[tuple[int, int]], list[int]]:
    rng = np.random.default_rng(5)
    population = [tuple(genes) for genes in rng.random((12, TRAITS)).tolist()]
    pairs = [tuple(pair) for pair in rng.integers(0, 12, (count, 2)).tolist()]
    return population, pairs, rng.integers(0, 2**63, count).tolist()


def test_compiled_games_are_the_interpreted_ones() -> None:
    batch = random_batch(10)
    fast, slow = play_batch(classic(), *batch), play_batch(classic(), *batch, compiled=False)
    for i in range(2):
        assert np.array_equal(fast[i], slow[i])


def test_a_batch_can_be_split_anywhere() -> None:
    population, pairs, seeds = random_batch(sized(500, 20))
    whole = play_batch(classic(), population, pairs, seeds)
    cut = len(pairs) // 3
    left = play_batch(classic(), population, pairs[:cut], seeds[:cut])
    right = play_batch(classic(), population, pairs[cut:], seeds[cut:])
    for i in range(2):
        assert np.array_equal(np.concatenate([left[i], right[i]]), whole[i])


def test_only_full_boards_are_drawn_and_no_game_is_longer() -> None:
    winners, lengths = play_batch(classic(), *random_batch(sized(20_000, 40)))
    assert set(winners.tolist()) <= {0, 1, 2}
    assert lengths.min() >= 7
    assert lengths.max() <= 42
    assert bool(np.all(lengths[winners == 0] == 42))
    assert bool(np.all(lengths[winners == 1] % 2 == 1))
    assert bool(np.all(lengths[winners == 2] % 2 == 0))
