"""Ratings: closed forms, guarantees of the model, and results that give no bound."""

from math import isfinite, log10, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.arena.statistics.elo import ELO_PER_UNIT, Z95
from enraya.arena.statistics.rating import Ratings, rate, standings
from enraya.arena.statistics.tally import GameResult, ResultCounts
from tests.arena.support import Scores, tallied


def rated(scores: Scores, agents: str) -> Ratings:
    return rate(tallied(scores), agents)


def elos(ratings: Ratings) -> list[float]:
    return [rating.elo for rating in ratings.ratings]


def test_two_agents_differ_by_the_logarithm_of_their_ratio_of_points() -> None:
    table = rated({("a", "b"): ResultCounts(70, 20, 10)}, "ab")
    difference, error = table.difference("a", "b")
    assert difference == pytest.approx(400 * log10(0.8 / 0.2), abs=1e-5)
    assert error == pytest.approx(ELO_PER_UNIT / sqrt(100 * 0.8 * 0.2))
    assert elos(table) == pytest.approx([difference / 2, -difference / 2])


def test_three_agents_with_consistent_odds_are_rated_by_these_odds() -> None:
    scores = {
        ("a", "b"): ResultCounts(10, 0, 5),
        ("b", "c"): ResultCounts(10, 0, 5),
        ("a", "c"): ResultCounts(12, 0, 3),
    }
    step = 400 * log10(2)
    assert elos(rated(scores, "abc")) == pytest.approx([step, 0, -step], abs=1e-5)


def test_intervals_of_equal_agents_have_a_closed_form() -> None:
    equal = ResultCounts(25, 0, 25)
    table = rated({("a", "b"): equal, ("b", "c"): equal, ("a", "c"): equal}, "abc")
    # The information is 12.5 times (3 I - 1 1'), whose inverse on mean zero has 2/9 on the diagonal
    margin = Z95 * ELO_PER_UNIT * sqrt(2 / 9 / 12.5)
    for rating in table.ratings:
        assert (rating.low, rating.high) == pytest.approx((-margin, margin))


def test_superiority_is_one_half_between_equals_and_near_1_after_many_wins() -> None:
    table = rated({("a", "b"): ResultCounts(50, 0, 50), ("b", "c"): ResultCounts(90, 0, 10)}, "abc")
    assert table.superiority("a", "b") == pytest.approx(0.5)
    assert table.superiority("b", "c") > 0.999
    assert table.superiority("c", "b") == pytest.approx(1 - table.superiority("b", "c"))


CELLS = st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=6, max_size=6)


@given(CELLS)
def test_ratings_explain_the_points_of_comparable_agents(cells: list[tuple[int, int, int]]) -> None:
    pairs = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    scores = {pair: ResultCounts(*cell) for pair, cell in zip(pairs, cells, strict=True)}
    table = rated(scores, "abcd")
    assert sum(elos(table)) == pytest.approx(0, abs=1e-4)
    assert all(isfinite(r.low) and isfinite(r.high) and r.low < r.high for r in table.ratings)
    if any(rating.unbounded for rating in table.ratings):
        return
    rating = {r.agent: r.elo for r in table.ratings}
    for agent in "abcd":
        views = {pair[1]: score for pair, score in scores.items() if pair[0] == agent}
        views |= {pair[0]: ~score for pair, score in scores.items() if pair[1] == agent}
        expected = sum(
            score.games / (1 + 10 ** ((rating[other] - rating[agent]) / 400))
            for other, score in views.items()
        )
        assert expected == pytest.approx(sum(s.points for s in views.values()), abs=1e-4)


def test_an_agent_that_won_everything_has_a_finite_marked_rating() -> None:
    best, worst = rated({("a", "b"): ResultCounts(10, 0, 0)}, "ab").ratings
    assert (best.unbounded, worst.unbounded) == ("above", "below")
    assert 100 < best.elo < 1000
    assert best.elo == -worst.elo
    assert best.high - best.low == pytest.approx(worst.high - worst.low)
    assert best.elo < rated({("a", "b"): ResultCounts(200, 0, 0)}, "ab").ratings[0].elo


def test_agents_that_only_drew_are_rated_equal() -> None:
    table = rated({("a", "b"): ResultCounts(0, 9, 0), ("b", "c"): ResultCounts(0, 1, 0)}, "abc")
    assert elos(table) == pytest.approx([0, 0, 0], abs=1e-5)
    assert [rating.unbounded for rating in table.ratings] == ["", "", ""]


def test_without_games_every_rating_is_unbounded() -> None:
    table = rated({}, "ab")
    assert elos(table) == pytest.approx([0, 0], abs=1e-5)
    assert {rating.unbounded for rating in table.ratings} == {"both"}
    assert table.superiority("a", "b") == pytest.approx(0.5, abs=1e-6)
    assert rated({}, "").ratings == ()
    assert elos(rated({}, "a")) == [0]


def test_groups_that_never_met_have_the_same_mean_rating() -> None:
    scores = {("a", "b"): ResultCounts(3, 0, 1), ("c", "d"): ResultCounts(3, 0, 1)}
    a, b, c, d = elos(rated(scores, "abcd"))
    assert (a, b) == pytest.approx((c, d), abs=1e-4)
    assert a - b == pytest.approx(400 * log10(3), abs=1e-4)


def test_agents_that_lost_everything_do_not_change_the_other_ratings() -> None:
    scores = {
        ("a", "b"): ResultCounts(7, 2, 1),
        ("b", "c"): ResultCounts(6, 1, 3),
        ("a", "c"): ResultCounts(8, 1, 1),
    }
    alone = rated(scores, "abc")
    hopeless = {(who, lost): ResultCounts(4, 0, 0) for who in "abc" for lost in "xyz"}
    among = {
        ("x", "y"): ResultCounts(2, 0, 2),
        ("y", "z"): ResultCounts(2, 0, 2),
        ("x", "z"): ResultCounts(4, 0, 0),
    }
    crowd = rated(scores | hopeless | among, "abcxyz")
    for one, other in ("ab", "bc", "ac"):
        assert crowd.difference(one, other) == pytest.approx(alone.difference(one, other), abs=1e-4)
    intervals = [rating.high - rating.low for rating in crowd.ratings[:3]]
    assert intervals == pytest.approx([r.high - r.low for r in alone.ratings], abs=1e-3)
    assert [rating.unbounded for rating in crowd.ratings] == ["", "", "", *["below"] * 3]


def test_intervals_contain_the_truth_at_their_stated_rate() -> None:
    truth = np.array([150.0, 50.0, 0.0, -50.0, -150.0])
    chances = 1 / (1 + 10 ** ((truth[None, :] - truth[:, None]) / 400))
    rng = np.random.default_rng(5)
    pairs = [(i, j) for i in range(5) for j in range(i)]
    held = 0
    tournaments = 300
    for _ in range(tournaments):
        wins = {(i, j): int(rng.binomial(40, chances[i, j])) for i, j in pairs}
        names = {pair: ("abcde"[pair[0]], "abcde"[pair[1]]) for pair in pairs}
        scores = {names[pair]: ResultCounts(won, 0, 40 - won) for pair, won in wins.items()}
        ratings = rated(scores, "abcde").ratings
        held += sum(r.low <= t <= r.high for r, t in zip(ratings, truth, strict=True))
    assert 0.93 < held / (5 * tournaments) < 0.97


def test_standings_list_every_agent_best_first() -> None:
    games = [GameResult("a", "b", 2, 0, 9), GameResult("b", "a", 0, 0, 42)]
    table = standings(games, ["a", "b", "c"])
    assert table[0].agent == "b"
    assert {row.agent for row in table} == {"a", "b", "c"}
    assert table[-1].superiority is None
    assert [row.rating.elo for row in table] == sorted((r.rating.elo for r in table), reverse=True)
    assert table[0].tally.total == ResultCounts(1, 1, 0)
