"""Elo as a share of points and back."""

from math import inf

import pytest

from enraya.arena.statistics.elo import elo_of_share, share_of_elo, wilson_interval


@pytest.mark.parametrize("elo", [-800.0, -35.5, 0.0, 1.0, 400.0])
def test_elo_and_share_are_inverses(elo: float) -> None:
    assert share_of_elo(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo)


def test_everything_or_nothing_is_infinitely_far() -> None:
    assert (elo_of_share(0.0), elo_of_share(1.0)) == (-inf, inf)
    assert (elo_of_share(1e-12), elo_of_share(1 - 1e-12)) == (-inf, inf)
    assert elo_of_share(1e-11) == pytest.approx(-4400)
    assert share_of_elo(-inf) == pytest.approx(0.0)
    assert share_of_elo(inf) == 1.0


def test_wilson_s_interval_stays_between_0_and_1() -> None:
    low, high = wilson_interval(1.0, 10)
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == pytest.approx(1.0)
