"""The value of boards by n-tuples, beside a slow twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.game.position import Position
from enraya.kernels.core.bits import mirrored
from enraya.kernels.heuristics.evaluator import EVALUATE, prepared
from enraya.kernels.models.ntuple import column_code, known_value, ntuple
from enraya.models.ntuple import make_heuristic
from enraya.models.ntuple_shapes import shapes, table_sizes
from tests.kernels.models.ntuple_twin import (
    FULL,
    SMALL,
    WIDE,
    after_forced_twin,
    indexes_of,
    known_value_twin,
    random_tables,
    seen,
    value_after,
    wiring_of,
)
from tests.kernels.support import sized
from tests.strategies import positions

RULES = st.sampled_from(sized([SMALL, FULL, WIDE], [SMALL]))


def test_the_code_of_a_column_marks_its_height_and_the_first_players_stones() -> None:
    board = Position.parse("112113").kernel_board  # column 1: first, second, second, first
    code = column_code(FULL.kernel_geometry, board.first, board.first | board.second, 0)
    assert code == 0b11001


@given(RULES.flatmap(lambda rules: st.tuples(positions(rules), positions(rules))))
def test_positions_have_the_same_index_where_a_tuple_sees_the_same_cells(
    pair: tuple[Position, Position],
) -> None:
    one, other = pair
    tuples = shapes(one.rules.columns, one.rules.rows)
    for number, (a, b) in enumerate(zip(indexes_of(one), indexes_of(other), strict=True)):
        shape, mirror = tuples[number // 2], bool(number % 2)
        assert (a == b) == (seen(one, shape, mirror) == seen(other, shape, mirror))


@given(RULES.flatmap(positions))
def test_indexes_lie_in_the_table_of_their_tuple(position: Position) -> None:
    sizes = table_sizes(shapes(position.rules.columns, position.rules.rows))
    ends = np.cumsum(sizes)
    for number, index in enumerate(indexes_of(position)):
        end = ends[number // 2]
        assert end - sizes[number // 2] <= index < end


@given(RULES.flatmap(positions))
def test_the_known_value_is_that_of_a_two_ply_search(position: Position) -> None:
    if not position.is_over:
        board = position.kernel_board
        own, other = board.first, board.second
        if position.mover == 2:
            own, other = other, own
        found = known_value(position.rules.kernel_geometry, own, other)
        assert found == known_value_twin(position)


@given(RULES.flatmap(positions))
def test_the_evaluation_sums_the_weights_after_forced_moves(
    position: Position,
) -> None:
    if position.is_over:
        return
    rules = position.rules
    weights = random_tables(rules, 1)
    heuristic = make_heuristic("ntuple", rules, wiring_of(rules), weights)
    context, board = heuristic.context(rules), position.kernel_board
    evaluate = prepared(ntuple, EVALUATE)
    expected = value_after(after_forced_twin(position), weights)
    assert evaluate(context, board, 0) == pytest.approx(expected, abs=1e-5)
    assert evaluate(context, board, 1) == -evaluate(context, board, 0)
    geometry = rules.kernel_geometry
    image = board._replace(
        first=mirrored(geometry, board.first), second=mirrored(geometry, board.second)
    )
    assert evaluate(context, image, 0) == evaluate(context, board, 0)


def test_a_chain_of_forced_moves_is_followed_to_its_end() -> None:
    position = Position.parse("737566752422345717")
    end = after_forced_twin(position)
    assert end.plies == position.plies + 5
    rules = position.rules
    heuristic = make_heuristic("ntuple", rules, wiring_of(rules), random_tables(rules, 1))
    assert heuristic.evaluate(position, 1) == heuristic.evaluate(end, 1)
