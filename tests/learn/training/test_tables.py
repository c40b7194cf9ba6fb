"""Tables fitted to exact scores: kernels against slow twins, and hidden positions."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.game.position import Position
from enraya.kernels.models.ntuple import narrowed
from enraya.kernels.models.training import fit_tables
from enraya.learn.data.dataset import boards_after, keys_of, without_positions
from enraya.learn.quality.predictions import values_of
from enraya.learn.training.tables import FittedTables
from enraya.models import Header, ModelFile
from enraya.models.features import our_matrix
from enraya.models.ntuple import load_tables, unpack
from enraya.models.ntuple_shapes import Shape, make_wiring, shapes, strip_pattern, table_sizes
from enraya.rules.classic import classic
from tests.learn.support import data

TUPLES: list[Shape] = shapes(7, 6)[::9]
"""Some of the tuples are enough here."""


def entries(position: Position) -> list[int]:
    """Twin of the indexes: where each tuple looks, at the board and at its mirror image."""
    found, start = [], 0
    for shape, size in zip(TUPLES, table_sizes(TUPLES), strict=True):
        for image in (position, position.mirror()):
            index, shift = 0, 0
            for strip in shape:
                cells = sorted(
                    (cell.row, player == 1)
                    for player in (1, 2)
                    for cell in image.stones(player)
                    if cell.column == strip.column + 1
                )
                code = 1 << len(cells) | sum(own << i for i, (_, own) in enumerate(cells))
                index += int(strip_pattern(np.array(code), strip)) << shift
                shift += strip.height + 1
            found.append(start + index)
        start += size
    return found


def games(count: int) -> list[str]:
    boards = data().need_boards()
    return [boards.moves[i] for i in range(0, 7 * count, 7)]


def test_fitting_agrees_with_its_twin() -> None:
    moves = [*games(20), *games(10)]
    targets = np.random.default_rng(1).integers(-18, 19, len(moves)).astype(np.float64)
    size, order = sum(table_sizes(TUPLES)), np.arange(len(moves))[::-1].copy()
    weights, counts = np.zeros((2, size), np.float32), np.ones((2, size), np.float32)
    contributions = make_wiring(7, 6, TUPLES).contributions
    boards = np.column_stack(boards_after(moves))
    fit_tables(
        classic().kernel_geometry, contributions, boards, targets, order, 3.0, weights, counts
    )
    wanted, met = np.zeros((2, size)), np.ones((2, size))
    for i in order:
        position = Position.parse(moves[i])
        mover, places = position.plies % 2, entries(position)
        error = targets[i] - sum(wanted[mover, place] for place in places)
        for place in places:
            met[mover, place] += 1
            wanted[mover, place] += 3.0 * error / len(places) / sqrt(met[mover, place])
    assert np.array_equal(counts, met)
    assert weights == pytest.approx(wanted, abs=1e-3)
    assert np.count_nonzero(weights) > len(moves)


def test_undecided_positions_are_valued_by_the_sum_of_the_tables() -> None:
    learner, moves = FittedTables(rounds=1, step=2.0), games(40)
    boards = boards_after(moves)
    labels = np.where(np.arange(len(moves)) % 2, 5.0, -3.0)
    learner.fit(np.column_stack(boards), labels, lambda *_: None, None)
    model = ModelFile(Header("tables"), learner.arrays())
    found, known = values_of(load_tables("x", model), *boards), our_matrix(*boards)[1]
    tuples, weights = unpack(model.arrays, classic())
    contributions = make_wiring(7, 6, tuples).contributions
    for i, game in enumerate(moves):
        position = Position.parse(game)
        if known.is_known[i]:
            assert found[i] == known.scores[i]
            continue
        codes = [1] * 7
        for player, column in zip(np.arange(len(game)) % 2, game, strict=True):
            height = codes[int(column) - 1].bit_length() - 1
            stones = codes[int(column) - 1] ^ (1 << height)
            codes[int(column) - 1] = (2 << height) | stones | (int(player == 0) << height)
        places = sum(contributions[column, code] for column, code in enumerate(codes))
        total = float(weights[position.plies % 2, places].sum())
        assert found[i] == pytest.approx(narrowed(total, 2.0), abs=1e-4)
    assert not known.is_known.all()


@given(score=st.integers(-21, 21), step=st.floats(0, 50))
def test_narrowing_inverts_widening(score: int, step: float) -> None:
    assert narrowed(score + step * np.sign(score), step) == pytest.approx(score, abs=1e-9)


@settings(max_examples=50)
@given(values=st.lists(st.floats(-40, 40), min_size=2, max_size=2), step=st.floats(0, 20))
def test_narrowing_keeps_the_order(values: list[float], step: float) -> None:
    low, high = sorted(values)
    assert narrowed(low, step) <= narrowed(high, step) + 1e-9


def test_hidden_positions_and_their_successors_are_removed() -> None:
    rows = data()
    moves = rows.need_boards().moves
    hidden = [Position.parse(moves[0][:-1]), Position.parse(moves[30]).mirror()]
    left = without_positions(rows, hidden).need_boards()
    gone = keys_of(*boards_after([moves[0], moves[0][:-1], moves[30]]))
    assert not np.isin(left.keys(), gone).any()
    assert len(hidden[0].legal_moves) < len(rows) - len(left.moves) < len(rows) / 10
    assert without_positions(rows, []).need_boards().moves == list(moves)
