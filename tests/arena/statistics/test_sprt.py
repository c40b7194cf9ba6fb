"""The sequential test over pairs: the reference case, closed forms, error rates."""

from math import inf, log, log10, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.arena.statistics.elo import (
    NORMALIZED_ELO,
    SCORES,
    Z95,
    logistic_elo,
    normalized_elo,
    superiority,
)
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import Pentanomial
from enraya.errors import InvalidSetting

REFERENCE: Pentanomial = (379, 10170, 21828, 10640, 343)
COUNTS = st.tuples(*[st.integers(0, 300)] * 5)


def test_the_reference_case_is_reproduced() -> None:
    estimate = normalized_elo(REFERENCE)
    assert estimate.elo == pytest.approx(3.05, abs=0.005)
    assert estimate.high - estimate.elo == pytest.approx(2.31, abs=0.005)
    verdict = Sprt(elo0=0, elo1=2).verdict(REFERENCE)
    assert verdict.llr == pytest.approx(2.946, abs=0.002)
    assert verdict.accepted == "H1"


def test_bounds_are_those_of_wald() -> None:
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(90)))


def test_pairs_won_or_lost_whole_have_the_ratio_of_a_biased_coin() -> None:
    expected = [1 / (1 + 10 ** (-elo / 400)) for elo in (0, 50)]
    exact = 700 * log(expected[1] / 0.5) + 300 * log((1 - expected[1]) / 0.5)
    assert Sprt(0, 50, normalized=False).llr((300, 0, 0, 0, 700)) == pytest.approx(exact, abs=0.01)


def test_drawn_pairs_support_the_smaller_difference() -> None:
    t = 100 / NORMALIZED_ELO * sqrt(2)
    assert Sprt(0, 100).llr((0, 0, 100, 0, 0)) == pytest.approx(-100 * log(1 + t**2), abs=0.01)
    assert Sprt(0, 100).verdict((0, 0, 100, 0, 0)).accepted == "H0"


def test_a_large_match_has_the_ratio_of_a_normal_test() -> None:
    counts = np.array([1000, 3000, 5000, 3200, 1100])
    mean = counts @ SCORES / counts.sum()
    t = (mean - 0.5) / sqrt(counts @ (np.array(SCORES) - mean) ** 2 / counts.sum())
    t1 = 5 / NORMALIZED_ELO * sqrt(2)
    normal = counts.sum() / 2 * (t**2 - (t - t1) ** 2)
    assert Sprt(0, 5).llr(counts) == pytest.approx(normal, rel=0.01)


@settings(max_examples=40)
@given(COUNTS)
def test_the_ratio_is_finite_and_changes_sign_with_the_sides(
    counts: Pentanomial,
) -> None:
    mirrored = counts[::-1]
    for normalized in (True, False):
        llr = float(Sprt(-10, 40, normalized=normalized).llr(counts))
        assert np.isfinite(llr)
        turned = float(Sprt(-40, 10, normalized=normalized).llr(mirrored))
        assert llr == pytest.approx(-turned, abs=1e-4)


@pytest.mark.parametrize(
    ("counts", "accepted"),
    [
        ((0, 0, 0, 0, 0), None),
        ((0, 0, 0, 0, 1), None),
        ((0, 0, 0, 0, 100), "H1"),
        ((100, 0, 0, 0, 0), "H0"),
        ((0, 100, 0, 0, 0), "H0"),
        ((0, 0, 10000, 0, 0), "H0"),
        ((5, 0, 0, 0, 5), None),
    ],
)
def test_degenerate_counts_have_a_sensible_verdict(
    counts: Pentanomial, accepted: str | None
) -> None:
    for normalized in (True, False):
        verdict = Sprt(0, 30, normalized=normalized).verdict(counts)
        assert verdict.accepted == accepted
        assert f"{verdict.llr:.3f}" in verdict.reason


@pytest.mark.parametrize(
    "chosen",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 10, "elo1": 0},
        {"elo0": 0, "elo1": 201},
        {"elo0": -201, "elo1": 0},
        {"elo0": float("nan"), "elo1": 5},
        {"alpha": 0},
        {"alpha": 0.5},
        {"beta": 0},
        {"beta": 0.5},
    ],
)
def test_senseless_settings_are_refused(chosen: dict[str, float]) -> None:
    with pytest.raises(InvalidSetting):
        Sprt(**chosen)  # type: ignore[arg-type]  # all of them numbers


def test_logistic_elo_has_its_closed_form() -> None:
    estimate = logistic_elo((0, 10, 20, 10, 10))
    mean, variance = 0.6, (10 * 0.35**2 + 20 * 0.1**2 + 10 * 0.15**2 + 10 * 0.4**2) / 50
    margin = Z95 * sqrt(variance / 50)
    ends = [-400 * log10(1 / score - 1) for score in (mean - margin, mean, mean + margin)]
    assert [estimate.low, estimate.elo, estimate.high] == pytest.approx(ends)


@pytest.mark.parametrize(
    ("counts", "low", "elo", "high", "stronger"),
    [
        ((0, 0, 0, 0, 0), -inf, 0, inf, 0.5),
        ((0, 0, 50, 0, 0), -95.1, 0, 95.1, 0.5),
        ((0, 0, 0, 0, 5), 45.8, inf, inf, 1 - 0.5**6),
        ((5, 0, 0, 0, 0), -inf, -inf, -45.8, 0.5**6),
    ],
)
def test_identical_pairs_have_an_estimate(
    counts: Pentanomial, low: float, elo: float, high: float, stronger: float
) -> None:
    logistic, normalized = logistic_elo(counts), normalized_elo(counts)
    assert (logistic.low, logistic.elo, logistic.high) == pytest.approx((low, elo, high), abs=0.1)
    assert (normalized.low, normalized.elo, normalized.high) == (-inf, elo, inf)
    assert superiority(counts) == stronger


@pytest.mark.parametrize("counts", [(1, 2, 3, 4, 9), (0, 0, 0, 0, 3), (0, 4, 0, 0, 0)])
def test_superiority_is_complementary_when_sides_are_swapped(counts: Pentanomial) -> None:
    assert superiority(counts) + superiority(counts[::-1]) == pytest.approx(1)


PAIRS_AT_ONCE = 2
RUNS = 2000


def _accepted_h1(test: Sprt, shares: np.ndarray, rng: np.random.Generator) -> float:
    """The share of simulated tests that accept H1 when pairs end with these probabilities."""
    lower, upper = test.bounds
    counts, llr = np.zeros((RUNS, len(SCORES))), np.zeros(RUNS)
    while (going := (llr > lower) & (llr < upper)).any():
        counts[going] += rng.multinomial(PAIRS_AT_ONCE, shares, size=int(going.sum()))
        llr[going] = test.llr(counts[going])
    return float((llr >= upper).mean())


@pytest.mark.slow
@pytest.mark.parametrize("typical", [(15, 5, 55, 7, 18), (5, 20, 50, 20, 5), (40, 5, 10, 5, 40)])
def test_simulated_tests_keep_their_error_rates(typical: Pentanomial) -> None:
    test, rng = Sprt(elo0=0, elo1=100), np.random.default_rng(2)
    sampling_error = 2 * sqrt(0.05 * 0.95 / RUNS)
    shares = np.array(typical) / sum(typical)
    for elo in (0, 100):
        likely = test._most_likely(shares, elo)
        accepted = _accepted_h1(test, likely / likely.sum(), rng)
        errors = accepted if elo == 0 else 1 - accepted
        assert errors <= 0.05 + sampling_error
