"""The pair of players whose next games are most informative."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.arena.statistics.elo import ELO_PER_UNIT, expected_shares
from enraya.league.rank.information_gain import (
    expected_gain,
    expected_information,
    has_fair_share,
    most_informative,
    with_pair,
)

MANY = 10**6


def covariance_of(errors: list[float]) -> np.ndarray:
    return np.diag(np.square(errors))


@given(st.floats(-5, 5), st.floats(0, 2))
def test_information_is_averaged_over_the_possible_differences(gap: float, error: float) -> None:
    points = np.linspace(-6, 6, 2001)
    density = np.exp(-(points**2) / 2)
    shares = expected_shares(gap + error * points)
    average = (density * shares * (1 - shares)).sum() / density.sum()
    told = expected_information(np.array(gap), np.array(error**2))
    assert float(told) == pytest.approx(average, abs=0.025)


@given(st.lists(st.floats(800, 1600), min_size=3, max_size=5), st.randoms(use_true_random=False))
def test_the_gain_is_the_reduction_of_the_variances(elos: list[float], random: object) -> None:
    size = len(elos)
    rng = np.random.default_rng(random.randrange(10**6))  # type: ignore[attr-defined]
    root = rng.normal(0, 100, (size, size))
    covariance = root @ root.T
    gain = expected_gain(np.array(elos), covariance)
    for i in range(size):
        for j in range(i):
            after = with_pair(np.array(elos), covariance, i, j)
            assert gain[i, j] == pytest.approx(np.trace(covariance) - np.trace(after), rel=1e-6)


def test_one_pair_of_games_between_equals_has_a_closed_form() -> None:
    after = with_pair(np.zeros(2), covariance_of([0.0, 100.0]), 0, 1)
    variance = (100 / ELO_PER_UNIT) ** 2
    weight = 2 * float(expected_information(np.array(0.0), np.array(variance)))
    assert after[1, 1] == pytest.approx(100**2 / (1 + weight * variance))
    assert after[0, 0] == 0


def choose(
    elos: list[float], errors: list[float], begun: list[list[int]] | None = None, anchors: int = 1
) -> tuple[int, int] | None:
    size = len(elos)
    played = np.zeros((size, size), dtype=np.int64) if begun is None else np.array(begun)
    is_baseline = np.arange(size) < anchors
    return most_informative(np.array(elos), covariance_of(errors), played, is_baseline, MANY)


def test_the_least_known_player_meets_an_opponent_of_similar_rating() -> None:
    assert choose([1000, 1200, 1500, 1210], [0, 50, 50, 150]) == (1, 3)
    assert choose([1000, 1400, 1500, 1010], [0, 50, 50, 150]) == (0, 3)


def test_baselines_do_not_play_each_other() -> None:
    assert choose([1000, 1000], [0, 0], anchors=2) is None
    assert choose([1000, 1000, 2000], [0, 0, 1], anchors=2) in {(0, 2), (1, 2)}


@pytest.mark.parametrize(
    ("pairs", "is_fair"),
    [
        ([3, 1, 1], True), ([2, 1, 0], True), ([4, 1, 0], False),  # of three opponents
        ([3, 2, 2, 2, 2, 2, 2], True), ([5, 2, 2, 2, 2, 2, 0, 0, 0, 0], False),
    ],
)  # fmt: skip
def test_an_opponent_met_more_often_than_others_is_over_its_share(
    pairs: list[int], is_fair: bool
) -> None:
    size = 1 + len(pairs)
    begun, opponents = np.zeros((size, size), dtype=np.int64), [0, *range(2, size)]
    begun[1, opponents] = begun[opponents, 1] = pairs
    fair = has_fair_share(begun, np.arange(size) < 1)
    assert fair[1, 0] == fair[0, 1] == is_fair
