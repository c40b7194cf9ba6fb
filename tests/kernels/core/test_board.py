"""How a game goes, on words as kernels have them, against the slow twin."""

import pytest
from hypothesis import given

from enraya.kernels.core.bits import column_cells, drops
from enraya.kernels.core.board import (
    UNDECIDED,
    Board,
    can_explode,
    drop,
    explode,
    game_result,
    mover,
    next_is_bomb,
    round_number,
    stones_of,
    win_score,
)
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.rules import RuleSet
from tests.kernels.support import EMPTY, places_of
from tests.strategies import RULES, choices, make_twin
from tests.twin import Twin


def assert_agreement(rules: RuleSet, geometry: Geometry, board: Board, twin: Twin) -> None:
    for player in (1, 2):
        stones = places_of(rules.geometry, int(stones_of(board, player - 1)))
        assert stones == {place for place in twin.places() if twin.owner(place) == player}
        bombs = places_of(rules.geometry, int(board.bombs & stones_of(board, player - 1)))
        assert bombs == {(c, r) for c, r in twin.places() if twin.grid[r][c] == player + 3}
    assert mover(rules.numbers, board.plies) + 1 == twin.active
    assert round_number(rules.numbers, board.plies) == twin.round
    assert can_explode(rules.numbers, board) == twin.has_bomb[twin.active]
    assert next_is_bomb(rules.numbers, board) == twin.next_is_bomb()
    winner = twin.winner()
    assert game_result(rules.numbers, geometry, board) == (UNDECIDED if winner is None else winner)


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(choices=choices())
def test_boards_of_words_agree_with_the_twin_after_every_move(
    rules: RuleSet, choices: bytes
) -> None:
    numbers, geometry = rules.numbers, rules.kernel_geometry
    twin, board = make_twin(rules), EMPTY
    assert_agreement(rules, geometry, board, twin)
    for choice in choices:
        legal = twin.legal_moves()
        if not legal:
            return
        move = legal[choice % len(legal)]
        twin.play(move)
        if isinstance(move, str):
            board = explode(numbers, geometry, board)
        else:
            open_cells = drops(geometry, board.first | board.second)
            board = drop(numbers, board, open_cells & column_cells(geometry, move - 1))
        assert_agreement(rules, geometry, board, twin)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_full_column_leaves_its_neighbours_alone(rules: RuleSet) -> None:
    geometry = rules.kernel_geometry
    full = column_cells(geometry, 1)
    landing = places_of(rules.geometry, int(drops(geometry, full)))
    assert landing == {(column, 0) for column in range(rules.columns) if column != 1}
    assert int(drops(geometry, word(rules.geometry.board))) == 0


@kernel
def compiled_win_score(plies: int, cells: int) -> int:
    return win_score(plies, cells)


def test_kernels_score_a_win_as_python_does() -> None:
    for cells in (16, 25, 42, 64):
        for plies in range(cells + 4):  # bounds also ask about stones that no longer fit
            assert compiled_win_score(plies, cells) == win_score(plies, cells)
