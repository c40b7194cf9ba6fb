"""Counts of results, and strength estimated from shares of points."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.arena.statistics.elo import elo_of_share, share_of_elo, wilson_interval
from enraya.arena.statistics.tally import NO_PAIRS, GameResult, ResultCounts, Tally, count, total_of

WINNERS = st.sampled_from([0, 1, 2, None])
NAMES = st.sampled_from("abc")
RESULTS = st.lists(
    st.builds(GameResult, NAMES, NAMES, WINNERS, st.integers(0, 50), st.just(20)), max_size=40
)


def game(first: str, second: str, winner: int | None, pair: int = 0) -> GameResult:
    return GameResult(first, second, winner, pair, 20)


def test_each_side_is_counted_separately() -> None:
    games = [game("a", "b", 1, 0), game("b", "a", 1, 0), game("a", "b", 0, 1)]
    tally = count(games)["a", "b"]
    assert tally.as_first == ResultCounts(wins=1, draws=1)
    assert tally.as_second == ResultCounts(losses=1)
    assert tally.total == ResultCounts(1, 1, 1)


def test_every_result_of_a_pair_has_its_place() -> None:
    ends = {(2, 1): 0, (2, 0): 1, (0, 1): 1, (0, 0): 2, (1, 1): 2, (1, 0): 3, (0, 2): 3, (1, 2): 4}
    for (as_first, as_second), place in ends.items():
        games = [game("a", "b", as_first), game("b", "a", as_second)]
        expected = [0, 0, 0, 0, 0]
        expected[place] = 1
        assert count(games)["a", "b"].pairs == tuple(expected)


def test_pairs_do_not_depend_on_the_order_of_games() -> None:
    games = [game("a", "b", 1, 0), game("a", "b", 0, 1), game("b", "a", 2, 0), game("b", "a", 0, 1)]
    assert count(games) == count(reversed(games))
    assert count(games)["a", "b"].pairs == (0, 0, 1, 0, 1)


def test_equally_numbered_pairs_of_different_opponents_are_kept_apart() -> None:
    games = [game("a", "b", 1), game("b", "a", 2), game("a", "c", 2), game("c", "a", 1)]
    tallies = count(games)
    assert tallies["a", "b"].pairs == (0, 0, 0, 0, 1)
    assert tallies["a", "c"].pairs == (1, 0, 0, 0, 0)


def test_a_pair_counts_only_when_both_its_games_are_finished() -> None:
    assert count([game("a", "b", 1)])["a", "b"].pairs == NO_PAIRS
    tally = count([game("a", "b", 1), game("b", "a", None)])["a", "b"]
    assert (tally.pairs, tally.total.games) == (NO_PAIRS, 1)


def test_shares_are_points_and_wins_per_game() -> None:
    counts = ResultCounts(3, 2, 3)
    assert (counts.points, counts.share, counts.win_share) == (4.0, 0.5, 0.375)
    assert (Tally().total.share, Tally().total.win_share) == (0.5, 0.0)


@given(RESULTS)
def test_the_opponent_sees_the_same_games_inverted(results: list[GameResult]) -> None:
    tallies = count(results)
    for (one, other), tally in tallies.items():
        assert tallies[other, one] == ~tally
        assert ~~tally == tally


@given(RESULTS)
def test_tallies_add_up_to_the_total(results: list[GameResult]) -> None:
    tallies = count(results)
    of_all = sum((total_of(name, tallies) for name in "abc"), Tally())
    finished = [g for g in results if g.winner is not None and g.first != g.second]
    assert of_all.total.games == 2 * len(finished)
    assert of_all.total.points == len(finished)
    assert of_all.as_first.wins == sum(g.winner == 1 for g in finished)
    assert of_all.as_second.wins == sum(g.winner == 2 for g in finished)


@pytest.mark.parametrize("elo", [-800.0, -35.5, 0.0, 1.0, 400.0])
def test_elo_and_share_are_inverses(elo: float) -> None:
    assert share_of_elo(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo)


def test_all_wins_or_all_losses_give_an_infinite_elo() -> None:
    assert (elo_of_share(0.0), elo_of_share(1.0)) == (-inf, inf)
    assert (elo_of_share(1e-12), elo_of_share(1 - 1e-12)) == (-inf, inf)
    assert elo_of_share(1e-11) == pytest.approx(-4400)
    assert share_of_elo(-inf) == pytest.approx(0.0)
    assert share_of_elo(inf) == 1.0


def test_wilson_intervals_stay_between_0_and_1() -> None:
    low, high = wilson_interval(1.0, 10)
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == pytest.approx(1.0)
