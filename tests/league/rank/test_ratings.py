"""Ratings anchored by the baselines."""

import numpy as np
import pytest

from enraya.league.rank.ratings import (
    CALIBRATION_PAIRS,
    ORIGIN,
    calibration_pairs,
    find_anchors,
    rate_players,
)
from enraya.league.rank.results import LadderResults
from tests.league.rank.simulated import baselines, play, version


def test_each_baseline_meets_the_two_before_it() -> None:
    pairs = calibration_pairs(baselines(4))
    assert {pair[:2] for pair in pairs} == {(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)}
    assert len(pairs) == 5 * CALIBRATION_PAIRS
    assert len(calibration_pairs(baselines(4), most_pairs=3)) == 5 * 3
    assert calibration_pairs(baselines(1)) == []


def test_anchors_are_fixed_once_the_baselines_have_met() -> None:
    players, results = baselines(2), LadderResults()
    assert find_anchors(players, results).elos == {0: ORIGIN, 1: ORIGIN}
    play(results, 0, 1, [0.5] * CALIBRATION_PAIRS)
    anchors = find_anchors(players, results)
    assert anchors.elos[1] == pytest.approx(ORIGIN + 190, abs=3)
    play(results, 0, 1, [2.0] * 10)
    players.append(version(2, 1))
    play(results, 0, 2, [0.0] * 30)
    assert find_anchors(players, results).elos == anchors.elos


def test_a_baseline_that_joins_later_does_not_move_the_earlier_ones() -> None:
    players, results = baselines(2), LadderResults()
    play(results, 0, 1, [0.5] * CALIBRATION_PAIRS)
    before = find_anchors(players, results)
    more = baselines(3)
    play(results, 0, 2, [0.0] * CALIBRATION_PAIRS)
    play(results, 1, 2, [0.5] * CALIBRATION_PAIRS)
    after = find_anchors(more, results)
    assert {place: after.elos[place] for place in (0, 1)} == before.elos
    assert after.elos[2] > after.elos[1] + 150
    assert after.covariance[:2, :2].tolist() == before.covariance.tolist()
    assert after.covariance[1, 2] > 0  # both stand on the same first baseline


def test_anchors_that_never_met_are_correlated_through_those_that_did() -> None:
    players, results = baselines(5), LadderResults()
    for pair in calibration_pairs(players, 20):
        play(results, pair.one, pair.other, [0.5])
    anchors = find_anchors(players, results)
    assert sorted(anchors.elos.values()) == list(anchors.elos.values())
    covariance = anchors.covariance
    assert covariance == pytest.approx(covariance.T)
    assert not covariance[0].any(), "the first is fixed"
    assert np.linalg.eigvalsh(covariance).min() > -1e-6
    never_met, met = covariance[1, 4], covariance[2:4, 4]
    assert 0 < never_met < met.min() < met.max() < covariance[4, 4]


def test_intervals_include_the_uncertainty_of_the_baselines() -> None:
    players, results = [*baselines(2), version(2, 1)], LadderResults()
    play(results, 0, 1, [0.5] * 5)
    play(results, 1, 2, [1.0] * 200)
    table = rate_players(players, results)
    origin, anchor, mine = table.ratings
    assert mine.elo == pytest.approx(anchor.elo, abs=10)
    assert mine.high - mine.low > anchor.high - anchor.low
    assert table.difference("2", "1")[1] < 20
    assert (origin.low, origin.high) == (ORIGIN, ORIGIN)


def test_a_first_version_is_assumed_to_be_in_the_middle_of_the_anchors() -> None:
    players, results = [*baselines(2), version(2, 1)], LadderResults()
    play(results, 0, 1, [0.5] * CALIBRATION_PAIRS)
    table = rate_players(players, results)
    middle = (table.ratings[0].elo + table.ratings[1].elo) / 2
    assert table.ratings[2].elo == pytest.approx(middle, abs=0.01)
    assert table.ratings[2].high - table.ratings[2].low > 1500


def test_a_new_version_starts_from_its_predecessor_with_a_wide_interval() -> None:
    players, results = [*baselines(1), version(1, 1)], LadderResults()
    play(results, 0, 1, [0.5] * 100)
    old = rate_players(players, results).ratings[1]
    players[1] = players[1]._replace(is_active=False)
    players.append(version(2, 1, predecessor=1))
    new = rate_players(players, results).ratings[2]
    assert new.elo == pytest.approx(old.elo, abs=0.01)
    assert new.high - new.low > 550
    play(results, 0, 2, [1.5] * 100)
    assert rate_players(players, results).ratings[2].elo < ORIGIN - 150
