"""The value of boards by n-tuples, and one game of learning, beside slow twins."""

from math import tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from enraya.game.position import Position
from enraya.kernels.core.bits import mirrored
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.evaluator import EVALUATE, prepared
from enraya.kernels.models.ntuple import OPEN, column_code, known_value, locate, ntuple
from enraya.kernels.training.ntuple import (
    COUNTS,
    FIRST_WINS,
    MOVES,
    Room,
    Tables,
    TrainingNumbers,
    correct,
    make_room,
    train_games,
    value_moves,
)
from enraya.models.ntuple import make_heuristic
from enraya.models.ntuple_shapes import Shape, Strip, make_wiring, shapes, table_sizes
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from tests.kernels.support import sized
from tests.strategies import positions

SMALL, USUAL, WIDE = classic(5, 4), classic(), classic(8, 8)
RULES = st.sampled_from(sized([SMALL, USUAL, WIDE], [SMALL]))
_EMPTY, _REACHABLE, _FIRST, _SECOND = range(4)


def cell_state(position: Position, column: int, row: int) -> int:
    """What a cell shows: empty, empty and playable, or whose stone."""
    stride = position.rules.geometry.stride
    bit = 1 << (column * stride + row)
    if position.board.first & bit:
        return _FIRST
    if position.board.second & bit:
        return _SECOND
    occupied = position.board.first | position.board.second
    return _REACHABLE if row == 0 or occupied & (bit >> 1) else _EMPTY


def strip_states(position: Position, strip: Strip, mirror: bool) -> tuple[int, ...]:
    column = position.rules.columns - 1 - strip.column if mirror else strip.column
    return tuple(cell_state(position, column, strip.row + i) for i in range(strip.height))


def seen(position: Position, shape: Shape, mirror: bool) -> tuple[tuple[int, ...], ...]:
    """What a look sees, cell by cell."""
    return tuple(strip_states(position, strip, mirror) for strip in shape)


def indexes_of(position: Position) -> NDArray[np.int32]:
    rules, board = position.rules, position.kernel_board
    tuples = shapes(rules.columns, rules.rows)
    wiring = make_wiring(rules.columns, rules.rows, tuples)
    indexes = np.empty(2 * len(tuples), dtype=np.int32)
    locate(
        rules.kernel_geometry, wiring.contributions, board.first, board.first | board.second,
        indexes,
    )  # fmt: skip
    return indexes


def random_tables(rules: RuleSet, seed: int) -> NDArray[np.float32]:
    entries = sum(table_sizes(shapes(rules.columns, rules.rows)))
    weights = np.random.default_rng(seed).normal(0, 0.05, (2, entries))
    return weights.astype(np.float32)


def test_the_code_of_a_column_marks_its_height_and_the_first_players_stones() -> None:
    board = Position.parse("112113").kernel_board  # column 1: first, second, second, first
    code = column_code(USUAL.kernel_geometry, board.first, board.first | board.second, 0)
    assert code == 0b11001


@given(RULES.flatmap(lambda rules: st.tuples(positions(rules), positions(rules))))
def test_two_positions_have_the_same_index_where_a_look_sees_the_same(
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


def twin_known_value(position: Position) -> float:
    """What the rules say within two moves, by playing them."""
    if any(position.play(move).result > 0 for move in position.legal_moves):
        return 1.0
    for move in position.legal_moves:
        child = position.play(move)
        if child.is_over or not any(child.play(reply).result > 0 for reply in child.legal_moves):
            return OPEN
    return -1.0


@given(RULES.flatmap(positions))
def test_the_known_value_is_what_two_moves_show(position: Position) -> None:
    if not position.is_over:
        board = position.kernel_board
        own, other = board.first, board.second
        if position.mover == 2:
            own, other = other, own
        found = known_value(position.rules.kernel_geometry, own, other)
        assert found == twin_known_value(position)


def twin_value(position: Position, weights: NDArray[np.float32]) -> float:
    """The value for the first player."""
    known = twin_known_value(position)
    if known != OPEN:
        return known if position.mover == 1 else -known
    row = weights[position.mover - 1].astype(np.float64)
    return tanh(sum(float(row[index]) for index in indexes_of(position)))


def twin_after_forced(position: Position) -> Position:
    """The position after all moves that have no alternative."""
    while not position.is_over and twin_known_value(position) == OPEN:
        safe = [move for move in position.legal_moves if twin_is_safe(position, move)]
        if len(safe) > 1:
            break
        position = position.play(safe[0])
    return position


@given(RULES.flatmap(positions))
def test_the_heuristic_is_the_sum_of_what_the_looks_find_at_the_next_choice(
    position: Position,
) -> None:
    if position.is_over:
        return
    rules = position.rules
    weights = random_tables(rules, 1)
    wiring = make_wiring(rules.columns, rules.rows, shapes(rules.columns, rules.rows))
    heuristic = make_heuristic("ntuple", rules, wiring, weights)
    context, board = heuristic.context(rules), position.kernel_board
    evaluate = prepared(ntuple, EVALUATE)
    expected = _after(twin_after_forced(position), weights)
    assert evaluate(context, board, 0) == pytest.approx(expected, abs=1e-5)
    assert evaluate(context, board, 1) == -evaluate(context, board, 0)
    geometry = rules.kernel_geometry
    image = board._replace(
        first=mirrored(geometry, board.first), second=mirrored(geometry, board.second)
    )
    assert evaluate(context, image, 0) == evaluate(context, board, 0)


def test_a_chain_of_forced_moves_is_followed_to_its_end() -> None:
    position = Position.parse("737566752422345717")
    end = twin_after_forced(position)
    assert end.plies == position.plies + 5
    rules = position.rules
    wiring = make_wiring(rules.columns, rules.rows, shapes(rules.columns, rules.rows))
    heuristic = make_heuristic("ntuple", rules, wiring, random_tables(rules, 1))
    assert heuristic.evaluate(position, 1) == heuristic.evaluate(end, 1)


@kernel
def valued(
    geometry: Geometry, wiring: object, weights: NDArray[np.float32], room: Room, first: int,
    second: int, mover: int, moves: int,
) -> int:  # fmt: skip
    """Calls `value_moves`."""
    return value_moves(geometry, wiring, weights, room, 0, first, second, mover, moves)  # type: ignore[arg-type]


@given(st.sampled_from([SMALL, USUAL]).flatmap(positions))
def test_moves_are_worth_what_the_positions_after_them_are(position: Position) -> None:
    if position.is_over or twin_known_value(position) != OPEN:
        return
    rules, board = position.rules, position.kernel_board
    weights = random_tables(rules, 2)
    tuples = shapes(rules.columns, rules.rows)
    room = make_room(2 * len(tuples))
    room.indexes[0] = indexes_of(position)
    safe = [move for move in position.legal_moves if twin_is_safe(position, move)]
    cells = sum(
        (position.play(move).board.first | position.play(move).board.second)
        & ~(position.board.first | position.board.second)
        for move in safe
    )
    wiring = make_wiring(rules.columns, rules.rows, tuples)
    best = valued(
        rules.kernel_geometry, wiring, weights, room, board.first, board.second,
        position.mover - 1, word(cells),
    )  # fmt: skip
    values = room.values[: len(safe)]
    assert values == pytest.approx(
        [_after(position.play(move), weights) for move in safe], abs=1e-5
    )
    sign = 1 if position.mover == 1 else -1
    assert sign * values[best] == max(sign * values)


def twin_is_safe(position: Position, move: int | str) -> bool:
    child = position.play(move)
    return child.is_over or not any(child.play(m).result > 0 for m in child.legal_moves)


def _after(position: Position, weights: NDArray[np.float32]) -> float:
    return 0.0 if position.is_over else twin_value(position, weights)


@given(st.integers(0, 2**32), st.floats(-1, 1), st.floats(0.1, 10))
def test_a_correction_moves_each_weight_at_its_own_rate(
    seed: int, target: float, step: float
) -> None:
    rng = np.random.default_rng(seed)
    weights, net = rng.normal(0, 0.3, (2, 20)).astype(np.float32)
    gross = (np.abs(net) * rng.uniform(1, 3, 20)).astype(np.float32)
    gross[:3] = net[:3] = 0
    indexes = rng.choice(20, 6, replace=False).astype(np.int32)
    before, value = weights.copy(), tanh(float(weights[indexes].sum()))
    wanted = (target - value) * (1 - value**2)
    rates = np.where(gross > 0, np.abs(net) / np.maximum(gross, 1e-9), 1)[indexes]
    error = correct(weights, net.copy(), gross.copy(), indexes, step, target)
    expected = before.astype(np.float64)
    expected[indexes] += step / 6 * rates * wanted
    assert error == pytest.approx(abs(target - value), abs=1e-5)
    assert weights == pytest.approx(expected, abs=1e-4)


def train_small(games: int, parts: int = 1, exploration: float = 0.2) -> tuple[Tables, list[float]]:
    """Tables after some games on a small board, played in so many parts."""
    tuples = shapes(SMALL.columns, SMALL.rows)
    tables = Tables(*(np.zeros((2, sum(table_sizes(tuples))), np.float32) for _ in range(3)))
    counts, room = np.zeros(COUNTS), make_room(2 * len(tuples))
    wiring = make_wiring(SMALL.columns, SMALL.rows, tuples)
    settings = TrainingNumbers(3.0, games + 1, 0.8, exploration, 0.5, 4)
    for part in range(parts):
        train_games(
            SMALL.kernel_geometry, wiring, tables, settings, room, word(7),
            part * (games // parts), games // parts, counts,
        )  # fmt: skip
    return tables, counts.tolist()


def test_games_do_not_depend_on_how_they_are_divided() -> None:
    games = sized(200, 4)
    whole, counts = train_small(games)
    parts, other_counts = train_small(games, 4)
    assert all(np.array_equal(a, b) for a, b in zip(whole, parts, strict=True))
    assert counts == pytest.approx(other_counts)
    assert counts[MOVES] > games
    assert np.all(np.abs(whole.net) <= whole.gross * 1.001 + 1e-6)
    assert 0 <= counts[FIRST_WINS] <= games
