"""Grades from games that were written down by hand."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.store.store import Judged
from enraya.league.model.ladder import LadderPair, pair_of
from enraya.league.rank.grades import Grade, make_grades
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import remove_team
from tests.league.making import add_pair, enter_agent, join, make_league

GRADING = {
    "points": {"level(1)": 2.0}, "pairs": 20, "moves": 40, "bands": [[0.1, 3], [0.4, 1]],
    "event": "Final", "places": [2, 1], "scale": 10,
}  # fmt: skip
WON, LOST = (2, 1), (1, 2)
"""The pair of a version against a baseline, whose place is lower."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    """A team with a version at place 2, one without, and one that left."""
    with make_league(tmp_path / "ia", openings=60, grading=GRADING) as made:
        enter_agent(made, "A", "random")
        join(made, "B")
        remove_team(made, enter_agent(made, "C", "random"), "left")
        yield made


def judge(store: LeagueStore, games: list[int], losing: int) -> None:
    """Judges each game: ten moves of its first player, nine of its second, some of them bad."""
    for game in games:
        store.arena.add_judged(Judged(game, 10, losing, losing, 9, losing, losing))


def grade_of_a(store: LeagueStore) -> Grade:
    return make_grades(store)[0]


def test_a_version_that_wins_everything_beats_a_baseline_by_its_first_games(
    store: LeagueStore,
) -> None:
    games = [game for number in range(15) for game in add_pair(store, 0, 2, number, WON)]
    add_pair(store, 1, 2, 0, LOST)
    grade, nothing = make_grades(store)
    won, lost, moves, place = grade.items
    assert (grade.version, grade.is_late, grade.is_final) == (1, False, False)
    assert won.test is not None
    assert (won.points, won.most, won.test.state, won.is_final) == (1, 1, "beaten", True)
    assert list(won.games) == games[: 2 * won.test.pairs]
    assert len(won.games) < len(games)
    assert (lost.points, lost.most, lost.is_final) == (0, 2, False)
    assert (moves.points, moves.most, place.points, place.most) == (0, 3, 0, 2)
    assert (grade.points, grade.most, grade.grade) == (1, 8, 10 / 8)
    assert (nothing.team, nothing.version, nothing.points) == (2, None, 0)
    plain = [item.to_object() for item in grade.items]
    assert [one.get("state") for one in plain] == ["beaten", "running", None, None]
    assert ["moves" in one for one in plain] == [False, False, True, False]
    assert ["place" in one for one in plain] == [False, False, False, True]


def test_moves_count_in_rounds_once_both_games_of_all_pairs_are_judged(store: LeagueStore) -> None:
    first = add_pair(store, 0, 2, 0, WON) + add_pair(store, 1, 2, 0, WON)
    judge(store, first[:3], 1)
    item = grade_of_a(store).items[2]
    assert item.judged is not None
    assert (item.judged.rounds, item.judged.moves, item.games) == (0, 0, ())
    judge(store, first[3:], 1)
    item = grade_of_a(store).items[2]
    assert item.judged is not None
    assert (item.judged.rounds, item.judged.moves, item.judged.losing) == (1, 38, 4)
    assert (item.points, item.is_final, item.least_moves) == (0, False, 40)
    judge(store, second := add_pair(store, 0, 2, 1, WON) + add_pair(store, 1, 2, 1, WON), 0)
    item = grade_of_a(store).items[2]
    assert (item.points, item.is_final) == (3, True)
    assert sorted(item.games) == first + second


def test_only_an_event_with_points_for_its_places_counts(store: LeagueStore) -> None:
    for name, empty in (("event", ""), ("places", [])):
        settings = replace(store.settings, grading=GRADING | {name: empty})
        assert [item.kind for item in make_grades(store, settings)[0].items] == [
            "baseline", "baseline", "moves",
        ]  # fmt: skip
    place = grade_of_a(store).items[3]
    assert (place.what, place.place, place.is_final) == ("Final", None, False)


def test_points_are_the_grade_where_there_is_no_scale_or_nothing_to_earn(
    store: LeagueStore,
) -> None:
    for number in range(15):
        add_pair(store, 0, 2, number, WON)
    plain = replace(store.settings, grading=GRADING | {"scale": 0})
    assert make_grades(store, plain)[0].grade == 1
    free = {"points": {"random": 0, "level(1)": 0}, "bands": [], "scale": 10}
    assert make_grades(store, replace(store.settings, grading=free))[0].grade == 0


def test_a_baseline_that_is_only_considered_has_no_games_and_no_decision(
    store: LeagueStore,
) -> None:
    past = replace(
        store.settings, baselines=("random", "level(2)"), deadline="2020-01-01T00:00",
        grading=GRADING | {"points": {}},
    )  # fmt: skip
    mine, nothing = make_grades(store, past)
    assert [(item.most, item.is_final) for item in mine.items[:2]] == [(1, False), (1, False)]
    assert [item.is_final for item in nothing.items] == [True, True, True, False]


def test_a_version_that_came_late_is_marked(store: LeagueStore) -> None:
    store.database.write("UPDATE versions SET is_late = 1")
    assert [grade.is_late for grade in make_grades(store)] == [True, False]


def test_two_players_begin_at_one_of_so_many_openings(store: LeagueStore) -> None:
    add_pair(store, 0, 2, 7, WON)
    players, settings = store.players.all(), store.settings
    games = [row.pairing for _, row in store.arena.rows(LADDER)]
    assert all(7 <= game.opening < (1 << 16) + 7 for game in games)
    assert {pair_of(game, players, settings) for game in games} == {LadderPair(0, 2, 7)}
