"""The genetic agent: the published ranges of its traits, and its choices without passing."""

import numpy as np
import pytest

from enraya.game.counting import kernel_board
from enraya.game.position import Position
from enraya.kernels.compile import interpreted, word
from enraya.kernels.genes import ROOM, TRAITS, genes_move, traits
from enraya.rules import RuleSet
from tests.kernels.support import sized
from tests.strategies import RULES, seeded, walk

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


def ranges_of(moves: str, player: int, branch: int) -> list[list[int]]:
    position = Position.parse(moves)
    board = kernel_board(position)
    own, other = (board.first, board.second) if player == 1 else (board.second, board.first)
    ranges = np.zeros((TRAITS, ROOM), dtype=np.int64)
    traits(position.rules.kernel_geometry, own, other, np.full(TRAITS, branch), ranges)
    return [row[1 : row[0] + 1].tolist() for row in ranges]


@pytest.mark.parametrize(("moves", "player"), GOLDEN)
def test_the_ranges_of_the_published_program(moves: str, player: int) -> None:
    first, second = GOLDEN[moves, player]
    assert ranges_of(moves, player, 1) == [CENTRE, *first]
    assert ranges_of(moves, player, 0) == [EDGES, *second]


def choose(position: Position, genes: list[float], seed: int, compiled: bool = True) -> int:
    ranges = np.zeros((TRAITS + 2, ROOM), dtype=np.int64)
    kernel = genes_move if compiled else interpreted(genes_move)
    rules = position.rules
    return int(
        kernel(
            rules.numbers, rules.kernel_geometry, kernel_board(position), np.array(genes),
            word(seed), ranges,
        )
    )  # fmt: skip


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_choices_are_open_columns_and_the_same_when_interpreted(rules: RuleSet) -> None:
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


def test_a_single_common_column_is_played() -> None:
    # First branches after 4, for the first player: [2, 3, 4], [3, 4, 2] and [3] share column 4.
    position = Position.parse("44")
    assert {choose(position, [1.0] * TRAITS, seed) for seed in range(20)} == {3}
