"""Grades, by enraya and by an independent script, and their archive."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import time

import pytest

from enraya.arena.store.store import Judged
from enraya.errors import EnrayaError
from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.model.settings_text import change_settings
from enraya.league.rank.export import export_league
from enraya.league.rank.grades import Grade, make_grades, preview
from enraya.league.store.events import find_event
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event, start_event
from enraya.league.work.submissions import remove_team
from tests.league.making import add_pair, add_version, enter_agent, join, make_league, work_until
from tests.league.rank.recompute import grades_of

GRADING = {
    "points": {"level(3)": 2.0}, "elo1": 150.0, "pairs": 12, "moves": 150,
    "bands": [[0.1, 3], [0.4, 1]], "event": "Final", "places": [2, 1], "scale": 10,
}  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeagueStore]:
    """A league of our own agents whose grades are final, and a team without a version."""
    folder = tmp_path_factory.mktemp("league") / "ia"
    with make_league(
        folder, baselines=("random", "level(3)"), openings=60, grading=GRADING
    ) as store:
        enter_agent(store, "Ada", "level(6)")
        enter_agent(store, "Bo", "random")
        join(store, "Late starters")
        plan_event(store, "Final", EventPlan(seed=3), time())
        while not all(grade.is_final for grade in make_grades(store)[:2]):
            work_until(store, store.arena.count(LADDER) + 15)
        assert find_event(store, "Final").state is EventState.PLAYED
        yield store


@pytest.mark.slow
def test_grades_agree_with_an_independent_script(played: LeagueStore) -> None:
    grades = {grade.team: grade for grade in make_grades(played)}
    again = grades_of(export_league(played))
    assert set(again) == {1, 2}
    for team, found in again.items():
        grade = grades[team]
        assert grade.grade == pytest.approx(found["grade"])
        for item, (points, most, state, counts) in zip(grade.items, found["items"], strict=True):
            assert (item.points, item.most) == (points, most)
            if item.test is not None:
                assert (item.test.state, list(item.test.counts)) == (state, counts)
            elif item.judged is not None:
                assert [item.judged.moves, item.judged.losing] == counts
            else:
                assert [item.place] == counts
    assert grades[1].grade > grades[2].grade
    assert [grade.grade for grade in grades.values()][2] == 0


@pytest.mark.slow
def test_more_games_change_no_grade(played: LeagueStore) -> None:
    before = [grade.to_object() for grade in make_grades(played)[:2]]
    work_until(played, played.arena.count(LADDER) + 12)
    assert [grade.to_object() for grade in make_grades(played)[:2]] == before


@pytest.mark.slow
def test_the_script_excludes_an_excluded_game_too(played: LeagueStore) -> None:
    item = make_grades(played)[0].items[0]
    with played.database.transaction():
        played.exclude(item.games[0], "a power cut")
    after = make_grades(played)[0].items[0]
    assert item.games[0] not in after.games
    again = grades_of(export_league(played))[1]["items"][0]
    assert after.test is not None
    assert (after.test.state, list(after.test.counts)) == (again[2], again[3])


BY_HAND = {
    "points": {"level(1)": 2.0}, "pairs": 20, "moves": 40, "bands": [[0.1, 3], [0.4, 1]],
    "event": "Final", "places": [2, 1], "scale": 10,
}  # fmt: skip
WON, LOST = (2, 1), (1, 2)
"""The pair of a version against a baseline, whose place is lower."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    """A team with a version at place 2, one without, and one that left."""
    with make_league(tmp_path / "ia", openings=60, grading=BY_HAND) as made:
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


def test_moves_count_once_every_game_of_their_round_is_judged(store: LeagueStore) -> None:
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


def test_an_event_counts_only_if_its_places_earn_points(store: LeagueStore) -> None:
    for name, empty in (("event", ""), ("places", [])):
        settings = replace(store.settings, grading=BY_HAND | {name: empty})
        assert [item.kind for item in make_grades(store, settings)[0].items] == [
            "baseline", "baseline", "moves",
        ]  # fmt: skip
    place = grade_of_a(store).items[3]
    assert (place.what, place.place, place.is_final) == ("Final", None, False)


def test_without_a_scale_or_points_to_earn_the_grade_is_the_points(
    store: LeagueStore,
) -> None:
    for number in range(15):
        add_pair(store, 0, 2, number, WON)
    plain = replace(store.settings, grading=BY_HAND | {"scale": 0})
    assert make_grades(store, plain)[0].grade == 1
    free = {"points": {"random": 0, "level(1)": 0}, "bands": [], "scale": 10}
    assert make_grades(store, replace(store.settings, grading=free))[0].grade == 0


def test_a_baseline_that_is_only_previewed_has_no_games_and_no_decision(
    store: LeagueStore,
) -> None:
    past = replace(
        store.settings, baselines=("random", "level(2)"), deadline="2020-01-01T00:00",
        grading=BY_HAND | {"points": {}},
    )  # fmt: skip
    mine, nothing = make_grades(store, past)
    assert [(item.most, item.is_final) for item in mine.items[:2]] == [(1, False), (1, False)]
    assert [item.is_final for item in nothing.items] == [True, True, True, False]


def test_a_preview_shows_what_a_change_would_do_and_changes_nothing(store: LeagueStore) -> None:
    for number in range(15):
        add_pair(store, 0, 2, number, WON)
    settings = store.settings
    wanted = change_settings(settings, ["grading.points.random=4", "grading.scale=0"])
    assert preview(store, wanted) == [(1, 10 / 8, 4), (2, 0, 0)]
    more = replace(settings, baselines=("random", "level(1)", "level(9)"))
    assert preview(store, more)[0].after == 10 / 9
    assert store.settings == settings
    with pytest.raises(EnrayaError, match="rules cannot change"):
        preview(store, replace(settings, rules="boom"))


def test_a_late_version_is_marked(store: LeagueStore) -> None:
    store.database.write("UPDATE versions SET is_late = 1")
    assert [grade.is_late for grade in make_grades(store)] == [True, False]


def test_an_archive_has_players_games_and_begun_events_without_names(
    tmp_path: Path,
) -> None:
    with make_league(tmp_path / "ia") as store:
        one, other = enter_agent(store, "Ada", "random"), enter_agent(store, "Bo", "random")
        add_version(store, one, "level(1)")
        store.database.write("UPDATE versions SET is_late = 1 WHERE team = ?", other)
        add_pair(store, 0, 3, 4, (1, 0))
        plan_event(store, "Later", EventPlan(), 10**10)
        start_event(store, plan_event(store, "Now", EventPlan(), 10**10), time())
        exported = export_league(store)
        assert export_league(store) == exported
    with zipfile.ZipFile(io.BytesIO(exported)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert not re.search("Ada|Bo|mine.py|file:", "".join(files.values())), "no names, no sources"
    tables = {
        name: list(csv.DictReader(io.StringIO(text)))
        for name, text in files.items()
        if name.endswith(".csv")
    }
    assert set(tables) == {"players.csv", "ladder.csv", "ratings.csv", "event-2.csv"}
    assert [tuple(row.values()) for row in tables["players.csv"]] == [
        ("0", "random", "", "", "", "1", "0"),
        ("1", "level(1)", "", "", "", "1", "0"),
        ("2", "team 1 v1", "1", "1", "", "0", "0"),
        ("3", "team 2 v1", "2", "1", "", "1", "1"),
        ("4", "team 1 v2", "1", "2", "2", "1", "0"),
    ]
    assert [(row["first"], row["second"], row["pair"]) for row in tables["ladder.csv"]] == [
        ("0", "3", "4"), ("3", "0", "4"),
    ]  # fmt: skip
    assert tables["event-2.csv"] == []
    league = json.loads(files["league.json"])
    begun = {event["name"]: [one["team"] for one in event["places"]] for event in league["events"]}
    assert begun == {"Later": [], "Now": [one, other]}
