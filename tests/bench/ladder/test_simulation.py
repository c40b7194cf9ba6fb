"""Simulated leagues: intervals that hold the truth, and fewer games than a round robin."""

import pytest

from enraya.bench.ladder.simulation import measure_coverage, measure_games


@pytest.mark.slow
def test_intervals_of_200_leagues_hold_the_strengths_as_often_as_they_say() -> None:
    held = measure_coverage(leagues=200, teams=5, pairs=60)
    assert held.intervals == 1000
    assert 0.93 <= held.share <= 0.97


def test_the_ladder_needs_fewer_games_than_a_round_robin() -> None:
    race = measure_games(leagues=1, teams=6, width=300)
    assert race.ladder < race.round_robin


def test_the_same_seed_makes_the_same_leagues() -> None:
    once, again = (measure_coverage(2, 3, 10, seed=7) for _ in range(2))
    assert once == again
    assert once.intervals == 6
