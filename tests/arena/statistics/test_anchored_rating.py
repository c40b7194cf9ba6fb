"""Ratings on a fixed scale: anchors, beliefs and results."""

from math import isfinite, log10, sqrt

import numpy as np
import pytest

from enraya.arena.statistics.anchored_rating import Belief, rate_points
from enraya.arena.statistics.elo import ELO_PER_UNIT, Z95
from enraya.arena.statistics.rating import Ratings, points_of, rate
from enraya.arena.statistics.tally import ResultCounts
from enraya.errors import InvalidSetting
from tests.arena.support import Scores, tallied

VAGUE = 1e7


def rated(scores: Scores, agents: str, anchors: dict[str, float], *beliefs: Belief) -> Ratings:
    return rate_points(points_of(tallied(scores), agents), agents, anchors, beliefs)


def test_an_agents_distance_from_its_anchor_follows_from_its_points() -> None:
    table = rated({("a", "x"): ResultCounts(70, 20, 10)}, "ax", {"x": 500}, Belief("a", 0, VAGUE))
    a, x = table.ratings
    margin = Z95 * ELO_PER_UNIT / sqrt(100 * 0.8 * 0.2)
    assert a.elo == pytest.approx(500 + 400 * log10(0.8 / 0.2), abs=1e-4)
    assert (a.low, a.high) == pytest.approx((a.elo - margin, a.elo + margin))
    assert (x.elo, x.low, x.high, x.unbounded) == (500, 500, 500, "")


def test_results_do_not_move_anchors() -> None:
    scores = {("a", "x"): ResultCounts(1, 0, 30), ("a", "y"): ResultCounts(30, 0, 1)}
    table = rated(scores, "axy", {"x": 0, "y": 300}, Belief("a", 0, VAGUE))
    assert [rating.elo for rating in table.ratings[1:]] == [0, 300]
    assert table.ratings[0].elo == pytest.approx(150, abs=1e-3)


def test_vague_beliefs_and_one_anchor_give_the_differences_of_plain_ratings() -> None:
    scores = {
        ("a", "b"): ResultCounts(7, 2, 1),
        ("b", "c"): ResultCounts(6, 1, 3),
        ("a", "c"): ResultCounts(8, 1, 1),
    }
    plain = rate(tallied(scores), "abc")
    fixed = rated(scores, "abc", {"c": 0}, *(Belief(agent, 0, VAGUE) for agent in "ab"))
    for one, other in ("ab", "bc", "ac"):
        assert fixed.difference(one, other) == pytest.approx(plain.difference(one, other), abs=1e-3)


def test_without_games_the_rating_of_an_agent_is_its_belief() -> None:
    beliefs = Belief("a", 100, 200), Belief("b", 20, 150, than="a"), Belief("c", 5, 40, than="x")
    a, b, c, _ = rated({}, "abcx", {"x": 700}, *beliefs).ratings
    assert (a.elo, b.elo, c.elo) == pytest.approx((100, 120, 705))
    assert a.high - a.elo == pytest.approx(Z95 * 200)
    assert b.high - b.elo == pytest.approx(Z95 * 250)  # of both beliefs, 3-4-5
    assert c.high - c.elo == pytest.approx(Z95 * 40)
    assert {rating.unbounded for rating in (a, b, c)} == {"both"}


def test_a_new_version_starts_from_the_old_rating_until_games_outweigh_it() -> None:
    old = {("a", "x"): ResultCounts(150, 0, 50)}
    beliefs = Belief("a", 0, 400), Belief("b", 0, 150, than="a")
    a, b, _ = rated(old, "abx", {"x": 0}, *beliefs).ratings
    assert b.elo == pytest.approx(a.elo, abs=1e-4)
    assert b.high - b.low > 5 * (a.high - a.low)
    _, b, _ = rated(old | {("b", "x"): ResultCounts(30, 0, 90)}, "abx", {"x": 0}, *beliefs).ratings
    assert b.elo < -150
    assert b.high - b.low < 200


def test_an_agent_that_won_or_lost_everything_has_a_marked_rating() -> None:
    scores = {("a", "x"): ResultCounts(40, 0, 0), ("b", "x"): ResultCounts(0, 0, 40)}
    beliefs = Belief("a", 0, 400), Belief("b", 0, 400)
    a, b, _ = rated(scores, "abx", {"x": 0}, *beliefs).ratings
    assert (a.unbounded, b.unbounded) == ("above", "below")
    assert isfinite(a.high)
    assert a.elo == pytest.approx(-b.elo)
    assert 300 < a.elo < 2000


def test_one_game_against_an_anchor_bounds_a_rating() -> None:
    scores = {("a", "x"): ResultCounts(40, 0, 0), ("a", "y"): ResultCounts(0, 0, 1)}
    anchors, belief = {"x": 0.0, "y": 500.0}, Belief("a", 0, 400)
    assert rated(scores, "axy", anchors, belief).ratings[0].unbounded == ""


def test_uncertainty_of_an_anchor_widens_the_ratings_based_on_it() -> None:
    points, beliefs = np.array([[0.0, 80.0], [20.0, 0.0]]), [Belief("a", 0, VAGUE)]
    exact = rate_points(points, "ax", {"x": 500}, beliefs)
    vague = rate_points(points, "ax", {"x": 500}, beliefs, errors=np.array([[30.0**2]]))
    (a, x), (before, _) = vague.ratings, exact.ratings
    assert (a.elo, x.elo) == (before.elo, 500)
    assert x.high - x.elo == pytest.approx(Z95 * 30)
    assert a.high - a.elo == pytest.approx(sqrt((before.high - a.elo) ** 2 + (Z95 * 30) ** 2))
    assert vague.difference("a", "x") == pytest.approx(exact.difference("a", "x"), abs=1e-3)


def test_an_agent_without_anchor_or_belief_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="fixed rating or a belief"):
        rated({}, "ax", {"x": 0})


def test_intervals_contain_the_truth_at_their_stated_rate() -> None:
    rng = np.random.default_rng(5)
    names, anchors = "abcdxy", {"x": -100.0, "y": 150.0}
    pairs = [(i, j) for i in range(6) for j in range(i) if i < 4 or j < 4]
    held, leagues = 0, 300
    for _ in range(leagues):
        truth = np.append(rng.normal(0, 200, 4), list(anchors.values()))
        chances = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
        scores = {}
        for i, j in pairs:
            won = int(rng.binomial(20, chances[i, j]))
            scores[names[i], names[j]] = ResultCounts(won, 0, 20 - won)
        table = rated(scores, names, anchors, *(Belief(agent, 0, 400) for agent in "abcd"))
        held += sum(r.low <= t <= r.high for r, t in zip(table.ratings[:4], truth, strict=False))
    assert 0.93 < held / (4 * leagues) < 0.97
