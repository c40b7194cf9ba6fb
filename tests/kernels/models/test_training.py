"""Learning the weights of n-tuples, beside slow twins."""

from math import tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from enraya.game.position import Position
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.models.ntuple import OPEN
from enraya.kernels.models.training import (
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
from enraya.models.ntuple_shapes import shapes, table_sizes
from tests.kernels.models.ntuple_twin import (
    FULL,
    SMALL,
    indexes_of,
    is_safe,
    known_value_twin,
    random_tables,
    value_after,
    wiring_of,
)
from tests.kernels.support import sized
from tests.strategies import positions


@kernel
def valued(
    geometry: Geometry, wiring: object, weights: NDArray[np.float32], room: Room, first: int,
    second: int, mover: int, moves: int,
) -> int:  # fmt: skip
    """Calls `value_moves`."""
    return value_moves(geometry, wiring, weights, room, 0, first, second, mover, moves)  # type: ignore[arg-type]


@given(st.sampled_from([SMALL, FULL]).flatmap(positions))
def test_the_value_of_a_move_is_that_of_the_position_after_it(position: Position) -> None:
    if position.is_over or known_value_twin(position) != OPEN:
        return
    rules, board = position.rules, position.kernel_board
    weights, indexes = random_tables(rules, 2), indexes_of(position)
    room = make_room(len(indexes))
    room.indexes[0] = indexes
    safe = [move for move in position.legal_moves if is_safe(position, move)]
    occupied = position.occupied_mask()
    cells = sum(position.play(move).occupied_mask() ^ occupied for move in safe)
    best = valued(
        rules.kernel_geometry, wiring_of(rules), weights, room, board.first, board.second,
        position.mover - 1, word(cells),
    )  # fmt: skip
    values = room.values[: len(safe)]
    assert values == pytest.approx(
        [value_after(position.play(move), weights) for move in safe], abs=1e-5
    )
    sign = 1 if position.mover == 1 else -1
    assert sign * values[best] == max(sign * values)


@given(st.integers(0, 2**32), st.floats(-1, 1), st.floats(0.1, 10))
def test_each_weight_is_updated_at_its_own_rate(seed: int, target: float, step: float) -> None:
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
    """Tables after some games on a small board, played in several parts."""
    tuples = shapes(SMALL.columns, SMALL.rows)
    tables = Tables(*(np.zeros((2, sum(table_sizes(tuples))), np.float32) for _ in range(3)))
    counts, room = np.zeros(COUNTS), make_room(2 * len(tuples))
    settings = TrainingNumbers(3.0, games + 1, 0.8, exploration, 0.5, 4)
    for part in range(parts):
        train_games(
            SMALL.kernel_geometry, wiring_of(SMALL), tables, settings, room, word(7),
            part * (games // parts), games // parts, counts,
        )  # fmt: skip
    return tables, counts.tolist()


def test_training_does_not_depend_on_how_games_are_divided() -> None:
    games = sized(200, 4)
    whole, counts = train_small(games)
    parts, other_counts = train_small(games, 4)
    assert all(np.array_equal(a, b) for a, b in zip(whole, parts, strict=True))
    assert counts == pytest.approx(other_counts)
    assert counts[MOVES] > games
    assert np.all(np.abs(whole.net) <= whole.gross * 1.001 + 1e-6)
    assert 0 <= counts[FIRST_WINS] <= games
