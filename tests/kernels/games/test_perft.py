"""Counts of lines and of positions against published ones, and against counting by `Position`."""

import numpy as np
import pytest

from enraya.game.position import Position
from enraya.kernels.core.compile import interpreted, word
from enraya.kernels.games.perft import perft, successors
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from tests.kernels.support import EMPTY, kernel_board, sized
from tests.strategies import RULES, walk

PERFT_7X6 = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


def count(rules: RuleSet, depth: int) -> int:
    return perft(rules.numbers, rules.kernel_geometry, EMPTY, depth)


def count_by_position(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_by_position(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize("depth", range(sized(9, 5)))
def test_line_counts_of_the_standard_board_match_published_ones(depth: int) -> None:
    assert count(classic(), depth) == PERFT_7X6[depth]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_line_counts_agree_with_counting_by_position(rules: RuleSet) -> None:
    numbers, geometry = rules.numbers, rules.kernel_geometry
    game = [position for _, position in walk(rules, bytes(range(0, 250, 3)))]
    other = [position for _, position in walk(rules, bytes([3, 1, 4, 1, 5, 9, 2, 6] * 9))]
    explosive = [position for position in other if position.can_explode][:3]
    assert len(explosive) == (3 if rules.has_bombs else 0)
    for position in (Position.start(rules), *game[-6:], *explosive):
        board = kernel_board(position.board)
        for depth in range(4):
            expected = count_by_position(position, depth)
            assert perft(numbers, geometry, board, depth) == expected
            assert interpreted(perft)(numbers, geometry, board, depth) == expected


def reachable(columns: int, rows: int, plies: int) -> list[int]:
    """How many different boards can stand after 0, 1, … ``plies`` moves."""
    rules = classic(columns, rows)
    first, second = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    counts = [1]
    for ply in range(plies):
        room = first.size * columns
        after_first, after_second = np.empty(room, np.uint64), np.empty(room, np.uint64)
        found = successors(
            rules.numbers, rules.kernel_geometry, first, second, ply, after_first, after_second
        )
        pairs = np.unique(np.stack([after_first[:found], after_second[:found]]), axis=1)
        first, second = np.ascontiguousarray(pairs[0]), np.ascontiguousarray(pairs[1])
        counts.append(first.size)
    return counts


@pytest.mark.parametrize(
    ("columns", "rows", "total", "of_six_moves"),
    [
        (4, 4, 161_029, 1_797),
        pytest.param(5, 4, 3_945_711, 4_771, marks=pytest.mark.slow),
        pytest.param(4, 5, 1_706_255, 1_873, marks=pytest.mark.slow),
    ],
)
def test_counts_of_reachable_positions_match_published_ones(
    columns: int, rows: int, total: int, of_six_moves: int
) -> None:
    plies, expected = sized((columns * rows, total), (6, of_six_moves))
    assert sum(reachable(columns, rows, plies)) == expected


@pytest.mark.parametrize("rules", [classic(4, 4), classic(8, 8)], ids=str)
def test_successors_are_the_positions_after_each_move(rules: RuleSet) -> None:
    positions = [p for _, p in walk(rules, bytes([5, 3, 8, 1, 0, 2, 7, 4]))]
    for position in positions:
        first, second = (np.array([word(mask)], np.uint64) for mask in position.board[:2])
        for function in (successors, interpreted(successors)):
            after_first, after_second = (np.zeros(rules.columns, np.uint64) for _ in range(2))
            found = function(
                rules.numbers, rules.kernel_geometry, first, second, position.plies,
                after_first, after_second,
            )  # fmt: skip
            boards = {(int(a), int(b)) for a, b in zip(after_first, after_second, strict=True)}
            children = {position.play(move).board[:2] for move in position.legal_moves}
            assert found == len(children)
            assert children == {board for board in boards if board != (0, 0)}
