"""Schedules as functions of the results so far."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.arena.plan.schedule import (
    KINDS,
    TIE_BREAKS,
    Pairing,
    Plan,
    champion,
    derive_seed,
    knockout,
    meeting,
    swiss,
)

PLAYABLE = ["round-robin", "gauntlet", "knockout", "swiss"]
Judge = Callable[[Pairing], int]


def play_out(kind: str, plan: Plan, judge: Judge) -> dict[Pairing, int]:
    """Plays a tournament game by game, asking for the schedule after each."""
    winners: dict[Pairing, int] = {}
    while True:
        missing = [game for game in KINDS[kind](plan, winners) if game not in winners]
        if not missing:
            return winners
        winners[missing[0]] = judge(missing[0])


def stronger(game: Pairing) -> int:
    """The agent listed first is always the better one."""
    return 1 if game.first < game.second else 2


def seeded(seed: int) -> Judge:
    return lambda game: derive_seed(seed, *game) % 3


def test_a_meeting_swaps_sides_after_each_opening() -> None:
    assert meeting(3, 5, 4, start=7) == [
        Pairing(3, 5, 7), Pairing(5, 3, 7), Pairing(3, 5, 8), Pairing(5, 3, 8),
    ]  # fmt: skip


def test_a_round_robin_has_every_pair_and_goes_opening_by_opening() -> None:
    games = KINDS["round-robin"](Plan(4, 4), {})
    met = Counter(tuple(sorted(game[:2])) for game in games)
    assert met == dict.fromkeys(combinations(range(4), 2), 4)
    assert [game.opening for game in games] == [0] * 12 + [1] * 12


def test_in_a_gauntlet_the_first_agent_meets_all_others() -> None:
    games = KINDS["gauntlet"](Plan(4, 2), {})
    assert len(games) == 6
    assert all(0 in game[:2] for game in games)


@pytest.mark.parametrize("agents", range(2, 18))
def test_the_strongest_wins_the_knockout_and_meets_the_second_last(agents: int) -> None:
    plan = Plan(agents, 2)
    winners = play_out("knockout", plan, stronger)
    assert champion(plan, winners) == 0
    assert len(winners) == 2 * (agents - 1)
    assert {0, 1} == set(list(winners)[-1][:2])


def test_a_drawn_knockout_match_is_extended_and_then_given_to_the_agent_listed_first() -> None:
    plan = Plan(2, 2)
    winners = play_out("knockout", plan, lambda _: 0)
    assert len(winners) == 2 + 2 * TIE_BREAKS
    assert champion(plan, winners) == 0
    assert champion(plan, {}) is None


@pytest.mark.parametrize("agents", [2, 3, 4, 5, 7, 8, 13])
def test_no_pairing_is_repeated_in_a_short_swiss(agents: int) -> None:
    winners = play_out("swiss", Plan(agents, 2), seeded(agents))
    met = Counter(tuple(sorted(game[:2])) for game in winners)
    assert set(met.values()) == {2}


def test_a_swiss_is_won_by_the_strongest() -> None:
    winners = play_out("swiss", Plan(16, 2), stronger)
    assert len(winners) == 4 * 16
    won = Counter(game.first if winner == 1 else game.second for game, winner in winners.items())
    assert won.most_common(1) == [(0, 8)]


def test_agents_of_a_swiss_that_meet_again_play_the_next_openings() -> None:
    games = list(play_out("swiss", Plan(2, 3, rounds=3), seeded(1)))
    assert [game.opening for game in games] == [0, 0, 1, 2, 2, 3, 4, 4, 5]


def test_the_lowest_agent_without_a_bye_gets_one_with_full_points() -> None:
    games = list(play_out("swiss", Plan(5, 2, rounds=4), stronger))
    rounds = [games[start : start + 4] for start in range(0, len(games), 4)]
    resting = [set(range(5)) - {agent for game in part for agent in game[:2]} for part in rounds]
    assert resting == [{4}, {3}, {2}, {1}]


def test_a_large_swiss_is_paired_quickly() -> None:
    assert len(play_rounds(Plan(60, 2, rounds=12))) == 60 * 12


def play_rounds(plan: Plan) -> dict[Pairing, int]:
    winners: dict[Pairing, int] = {}
    for _ in range(plan.rounds):
        winners |= {game: seeded(3)(game) for game in swiss(plan, winners)}
    return winners


@given(
    st.sampled_from(PLAYABLE), st.integers(2, 9), st.integers(1, 5), st.integers(0, 10**6),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_the_schedule_does_not_depend_on_the_order_in_which_games_end(
    kind: str, agents: int, games: int, seed: int, order: object
) -> None:
    plan, judge = Plan(agents, games), seeded(seed)
    expected = play_out(kind, plan, judge)
    winners: dict[Pairing, int] = {}
    while missing := [game for game in KINDS[kind](plan, winners) if game not in winners]:
        game = order.choice(missing)  # type: ignore[attr-defined]
        winners[game] = judge(game)
    assert winners == expected


@given(st.sampled_from(PLAYABLE), st.integers(2, 9), st.integers(1, 4), st.integers(0, 10**6))
def test_no_game_is_scheduled_twice(kind: str, agents: int, games: int, seed: int) -> None:
    winners = play_out(kind, Plan(agents, games), seeded(seed))
    schedule = KINDS[kind](Plan(agents, games), winners)
    assert len(schedule) == len(set(schedule)) == len(winners)
    assert all(game.first != game.second for game in schedule)


def test_a_knockout_waits_for_its_round() -> None:
    first = knockout(Plan(4, 2), {})
    assert len(first) == 4
    assert knockout(Plan(4, 2), {game: stronger(game) for game in first[:3]}) == first
