"""Which pair of games is played next: three kinds in turn."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.pair_choice import PairChooser
from enraya.league.rank.ratings import CALIBRATION_PAIRS
from enraya.league.rank.results import LadderResults, PlayedPair
from tests.league.rank.simulated import baselines, play, version

NO_GRADES = LeagueSettings("L", grading={"pairs": 5, "bands": []})
OPENINGS = 200


def chooser(settings: LeagueSettings = NO_GRADES, openings: int = OPENINGS) -> PairChooser:
    return PairChooser(settings, LadderResults(), openings)


def play_out(
    chosen: PairChooser, players: list[LadderPlayer], most: int
) -> Counter[tuple[int, int]]:
    """Plays drawn pairs until there are none, or this many."""
    rng = np.random.default_rng(3)
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(most):
        pair = chosen.next(players, ())
        if pair is None:
            break
        assert pair.number == counts[pair[:2]]
        counts[pair[:2]] += 1
        chosen.results.add(PlayedPair(pair, float(rng.integers(5)) / 2, (20, 20)))
    return counts


def test_baselines_play_until_their_ratings_are_fixed() -> None:
    counts = play_out(chooser(), baselines(2), 1000)
    assert counts == {(0, 1): CALIBRATION_PAIRS}


def test_teams_do_not_wait_for_the_baselines() -> None:
    players = [*baselines(2), version(2, 1), version(3, 2)]
    counts = play_out(chooser(), players, 30)
    assert counts[0, 1] == 10
    assert sum(counts.values()) == 30


def test_two_players_start_from_an_opening_once() -> None:
    players = [*baselines(2), version(2, 1), version(3, 2)]
    counts = play_out(chooser(openings=7), players, 1000)
    assert set(counts.values()) == {7}
    assert len(counts) == 6
    rest = play_out(chooser(replace(NO_GRADES, max_pairs=3)), players, 1000)
    assert set(rest.values()) == {3}


def test_retired_versions_and_removed_teams_are_not_paired() -> None:
    players = [*baselines(1), version(1, 1)._replace(is_active=False), version(2, 1, 1)]
    assert set(play_out(chooser(), players, 50)) == {(0, 2)}


def test_a_pair_being_played_is_not_chosen_again() -> None:
    players = [*baselines(2), version(2, 1), version(3, 2), version(4, 3)]
    chosen = chooser()
    open_pairs: set[LadderPair] = set()
    for _ in range(60):
        pair = chosen.next(players, open_pairs)
        assert pair is not None
        assert pair not in open_pairs
        open_pairs.add(pair)
    versions = {pair[:2] for pair in open_pairs if pair.one >= 2}
    assert versions == {(2, 3), (2, 4), (3, 4)}


def test_grades_get_the_games_they_need() -> None:
    settings = LeagueSettings("L", grading={"pairs": 8, "moves": 400, "elo1": 30.0})
    players = [*baselines(2), *(version(place, place) for place in range(2, 5))]
    counts = play_out(chooser(settings), players, 200)
    for place in range(2, 5):
        shown = sorted(counts[baseline, place] for baseline in (0, 1))
        assert shown[0] >= 10  # rounds of 40 moves


def test_a_version_that_lost_everything_does_not_keep_the_others_waiting() -> None:
    players = [*baselines(1), *(version(place, place) for place in range(1, 8))]
    chosen = chooser()
    hopeless = 7
    counts: Counter[int] = Counter()
    rng = np.random.default_rng(1)
    for _ in range(400):
        pair = chosen.next(players, ())
        assert pair is not None
        counts.update(pair[:2])
        drawn = 2.0 if pair.other == hopeless else float(rng.integers(5)) / 2
        chosen.results.add(PlayedPair(pair, drawn, (20, 20)))
    rest = [counts[place] for place in range(1, 7)]
    assert counts[hopeless] < 1.2 * sum(rest) / len(rest)


def test_a_new_player_is_considered_at_once() -> None:
    players = [*baselines(1), version(1, 1), version(2, 2)]
    chosen = chooser()
    play_out(chosen, players, 9)
    players.append(version(3, 3))
    assert any(3 in pair[:2] for pair in (chosen.next(players, ()) for _ in range(3)) if pair)


@pytest.mark.parametrize(
    ("played", "open_pairs", "chosen"),
    [
        ([], [], (0, 1, 0)),
        ([(0, 1)], [], (0, 2, 0)),
        ([], [LadderPair(0, 1, 0)], (0, 2, 0)),
        ([], [LadderPair(1, 2, 0)], (0, 1, 0)),
        ([(0, 1), (0, 2)], [LadderPair(0, 1, 1)], (0, 2, 1)),
    ],
)
def test_the_version_with_the_fewest_games_against_baselines_plays_for_its_grade(
    played: list[tuple[int, int]], open_pairs: list[LadderPair], chosen: tuple[int, int, int]
) -> None:
    results = LadderResults()
    for one, other in played:
        play(results, one, other, [1.0])
    players = [*baselines(1), version(1, 1), version(2, 2)]
    found = PairChooser(LeagueSettings("L"), results, OPENINGS).next(players, open_pairs)
    assert found == chosen
