"""The genetic agent: the published ranges of its traits, its choices, and whole games of it."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from enraya.agents import Limit
from enraya.agents.players.genes import GenesAgent
from enraya.game.position import Position
from enraya.kernels.core.compile import interpreted, kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.genes import TRAITS, Range, gene_games, genes_move, propose
from enraya.rules import RuleSet
from tests.kernels.heuristics.genes_twin import RANGES, Grid, odds_of
from tests.kernels.support import sized
from tests.strategies import CLASSIC_RULES, RULES, positions, seeded, walk

CENTRE, EDGES = [2, 3, 4], [0, 1, 5, 6]
GOLDEN: dict[tuple[str, int], tuple[list[list[int]], list[list[int]]]] = {
    ("4", 1): ([[3, 4, 2], [3], []], [[5, 6, 1, 0], [0, 1, 2, 4, 5, 6], []]),
    ("4", 2): ([[], [3], [3]], [[], [0, 1, 2, 4, 5, 6], [2, 4]]),
    ("4453", 1): ([[4, 5], [3], [2, 3]], [[6], [0, 1, 5, 6], [1, 2, 4]]),
    ("4453", 2): ([[2, 1, 3, 4, 2], [3], [4]], [[0], [0, 1, 5, 6], [5]]),
    ("324443", 1): ([[3, 2], [3], [1, 2]], [[], [0, 4, 5, 6], [0, 1]]),
    ("324443", 2): ([[1, 0, 2, 1], [3], [3]], [[], [0, 4, 5, 6], [2]]),
    ("444444", 2): ([[3, 4, 2], [3], []], [[5, 6, 1, 0], [0, 1, 2, 4, 5, 6], []]),
    ("7142", 1): ([[3, 4, 2, 6, 5], [0, 1, 3, 6], [0, 1]], [[5, 4], [2, 4, 5], [2]]),
}
"""The ranges of traits 2 to 4: first branch of all, then second."""


def published(moves: str, player: int, first_branch: bool) -> list[list[int]]:
    first, second = GOLDEN[moves, player]
    return [CENTRE, *first] if first_branch else [EDGES, *second]


@kernel
def trait_range(geometry: Geometry, own: int, other: int, trait: int, first_branch: bool) -> Range:
    return propose(geometry, own, own | other, trait, first_branch)


def range_of(position: Position, player: int, trait: int, first_branch: bool) -> list[int]:
    """What the kernel proposes, columns in ascending order, repeated ones too."""
    board, geometry = position.kernel_board, position.rules.kernel_geometry
    own, other = (board.first, board.second) if player == 1 else (board.second, board.first)
    columns = range(geometry.columns)
    sets = [int(some) for some in trait_range(geometry, own, other, trait, first_branch)]
    return sorted(c for some in sets for c in columns if some >> (c * geometry.stride) & 1)


@pytest.mark.parametrize("first_branch", [True, False])
@pytest.mark.parametrize(("moves", "player"), GOLDEN)
def test_column_ranges_match_the_published_program(
    moves: str, player: int, first_branch: bool
) -> None:
    position, lists = Position.parse(moves), published(moves, player, first_branch)
    grid = Grid(position, player)
    assert [trait(grid, first_branch) for trait in RANGES] == lists
    found = [range_of(position, player, trait, first_branch) for trait in range(TRAITS)]
    assert found == [sorted(columns) for columns in lists]


@pytest.mark.parametrize("rules", CLASSIC_RULES, ids=str)
@settings(max_examples=sized(40, 5))
@given(data=st.data())
def test_column_ranges_agree_with_the_twin_on_any_position(
    rules: RuleSet, data: st.DataObject
) -> None:
    position, player = data.draw(positions(rules)), data.draw(st.sampled_from([1, 2]))
    for trait in range(TRAITS):
        for first_branch in (True, False):
            expected = sorted(RANGES[trait](Grid(position, player), first_branch))
            assert range_of(position, player, trait, first_branch) == expected, trait


def choose(position: Position, genes: list[float], seed: int, compiled: bool = True) -> int:
    kernel = genes_move if compiled else interpreted(genes_move)
    rules = position.rules
    return int(
        kernel(
            rules.numbers, rules.kernel_geometry, position.kernel_board, np.array(genes),
            word(seed),
        )
    )  # fmt: skip


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_choices_are_open_columns_and_agree_with_the_interpreted_kernel(rules: RuleSet) -> None:
    random = seeded(3)
    for _ in range(sized(20, 5)):
        for _, position in walk(rules, random.randbytes(60)):
            if position.is_over or random.random() < 0.8:
                continue
            genes, seed = [random.random() for _ in range(TRAITS)], random.getrandbits(32)
            column = choose(position, genes, seed)
            assert column == choose(position, genes, seed, compiled=False)
            is_open = column + 1 in position.legal_moves
            assert is_open or (column == -1 and position.legal_moves == ("B",))


@pytest.mark.parametrize("rules", CLASSIC_RULES, ids=str)
@settings(max_examples=sized(40, 5))
@given(data=st.data())
def test_every_choice_is_possible_according_to_the_twin(
    rules: RuleSet, data: st.DataObject
) -> None:
    position = data.draw(positions(rules).filter(lambda position: not position.is_over))
    genes = data.draw(st.lists(st.sampled_from([0, 1]), min_size=TRAITS, max_size=TRAITS))
    odds = odds_of(position, [Fraction(gene) for gene in genes])
    for seed in range(10):
        assert choose(position, [float(gene) for gene in genes], seed) in odds


@pytest.mark.parametrize("moves", ["", "4", "4453", "324443", "444444", "7142", "4444443333"])
@pytest.mark.parametrize("genes", [(0.5, 0.5, 0.5, 0.5), (0.9, 0.6, 0.25, 0.5), (0.1, 0, 1, 0.7)])
def test_choices_have_the_frequencies_of_the_twin(moves: str, genes: tuple[float, ...]) -> None:
    position, games = Position.parse(moves), sized(4_000, 200)
    odds = odds_of(position, [Fraction(gene) for gene in genes])
    seen = Counter(choose(position, list(genes), seed) for seed in range(games))
    for column in range(position.rules.columns):
        chance = float(odds.get(column, 0))
        deviation = float(np.sqrt(chance * (1 - chance) / games))
        assert seen[column] / games == pytest.approx(chance, abs=5 * deviation + 1e-6)


Genes = tuple[float, float, float, float]
GENE = st.floats(0, 1)
AGENT = st.tuples(GENE, GENE, GENE, GENE)


def play_batch(
    rules: RuleSet, population: list[Genes], pairs: list[tuple[int, int]], seeds: list[int]
) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    winners, lengths = np.full(len(pairs), -1, np.int8), np.zeros(len(pairs), np.int16)
    gene_games(
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
def test_compiled_games_are_those_of_the_agents(
    rules: RuleSet, first: Genes, second: Genes, seed: int
) -> None:
    winners, lengths = play_batch(rules, [first, second], [(0, 1), (1, 0)], [seed, seed])
    games = [play_slowly(rules, *pair, seed) for pair in ((first, second), (second, first))]
    assert list(zip(winners.tolist(), lengths.tolist(), strict=True)) == games
