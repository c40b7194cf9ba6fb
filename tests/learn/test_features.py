"""Features: golden vectors of the paper, and every feature against its slow twin."""

import numpy as np
import pytest
from hypothesis import given, settings

from enraya.errors import UnknownName
from enraya.game.position import Position
from enraya.kernels.models.features_paper import has_published_four
from enraya.learn.data.dataset import boards_after
from enraya.models.features import (
    FEATURE_SETS,
    OUR_NAMES,
    our_matrix,
    paper_matrix,
    position_features,
)
from enraya.rules.classic import classic
from enraya.solver import Solver
from tests.learn import twin
from tests.strategies import positions

GOLDEN = [
    ("324441", [2.132782, 1.745356, 2, 0, 1, 1, 0, 0, 0, 0]),
    ("324442", [1.745356, 1.745356, 0, 1, 1, 1, 0, 0, 0, 0]),
    ("324447", [3.466115, 1.745356, 0, 0, 1, 1, 0, 0, 0, 0]),
    ("3244431", [2.306937, 1.550094, 1, 1, 1, 2, 0, 0, 0, 0]),
    ("3244435", [1.745356, 1.550094, 1, 1, 1, 2, 1, 1, 0, 0]),
    ("12312413524633", [2.60024, 2.302083, 3, 3, 4, 3, 1, 2, 1, 2]),
]
"""The published program's features but the number of stones, which it counts wrongly."""


@pytest.mark.parametrize(("moves", "features"), GOLDEN)
def test_features_of_the_paper_have_their_golden_values(moves: str, features: list[float]) -> None:
    found = paper_matrix(*boards_after([moves]), published=True)[0]
    assert found[1:] == pytest.approx(features, abs=1e-5)
    assert found[0] == len(moves)


@settings(max_examples=40)
@given(position=positions(classic()))
def test_features_of_the_paper_agree_with_their_twin(position: Position) -> None:
    boards = boards_after([position.moves])
    for published in (False, True):
        found = paper_matrix(*boards, published=published)[0]
        assert found == pytest.approx(twin.paper_features(position, published))


@settings(max_examples=60)
@given(position=positions(classic()))
def test_our_features_agree_with_their_twin(position: Position) -> None:
    if position.is_over:
        return  # nothing is valued after the end
    found = our_matrix(*boards_after([position.moves]))[0][0].tolist()
    wanted = twin.our_features(position)
    named = list(zip(OUR_NAMES, found, wanted, strict=True))
    assert [row for row in named if row[1] != row[2]] == []


@settings(max_examples=40)
@given(position=positions(classic()))
def test_mirror_images_have_the_same_values_of_our_features(position: Position) -> None:
    found, _ = our_matrix(*boards_after([position.moves, position.mirror().moves]))
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("least", [16, 24, 32])
def test_certain_scores_are_exact(least: int) -> None:
    solver, rng = Solver(table_mb=8), np.random.default_rng(least)
    found = 0
    while found < 40:
        position = Position.start()
        while position.plies < least and not position.is_over:
            moves = position.legal_moves
            position = position.play(moves[int(rng.integers(len(moves)))])
        if position.is_over:
            continue
        known = our_matrix(*boards_after([position.moves]))[1]
        if known.is_known[0]:
            found += 1
            assert known.scores[0] == -solver.solve(position).exact(), position.moves


def test_a_won_board_has_the_score_of_the_winning_move() -> None:
    known = our_matrix(*boards_after(["1212121"]))[1]
    assert (bool(known.is_known[0]), float(known.scores[0])) == (True, 18.0)


@pytest.mark.parametrize(
    ("moves", "is_seen"),
    [("7142536", False), ("1212121", False), ("1122334", True), ("4455667", True)],
)
def test_the_published_program_sees_its_golden_wins(moves: str, is_seen: bool) -> None:
    before, position = Position.parse(moves[:-1]), Position.parse(moves)
    last = position.occupied_mask() ^ before.occupied_mask()
    assert position.result == before.mover
    own = position.stones_mask(before.mover)
    assert has_published_four(position.rules.geometry, own, last) == is_seen


def test_every_feature_of_a_set_has_a_name_of_its_own() -> None:
    for name, (names, _) in FEATURE_SETS.items():
        assert position_features(name, Position.parse("4453")).keys() == set(names)
        assert len(set(names)) == len(names)
    with pytest.raises(UnknownName, match="did you mean 'paper'"):
        position_features("papers", Position.parse("4"))
