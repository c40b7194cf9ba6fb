"""Grades of a league that was played, by us and by a script that shares nothing with us."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import time

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.model.settings import LeagueSettings
from enraya.league.model.settings_text import change_settings, format_settings
from enraya.league.rank.export import export_league
from enraya.league.rank.grade_table import grades_csv
from enraya.league.rank.grade_texts import evidence_in_words, rules_in_words
from enraya.league.rank.grades import make_grades, preview
from enraya.league.store.events import find_event
from enraya.league.store.roster import StudentList
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event
from enraya.league.work.worker import Worker
from enraya.texts import LANGUAGES, texts_in
from tests.league.making import enter_agent, join, make_league
from tests.league.rank.recompute import grades_of

GRADING = {
    "points": {"level(3)": 2.0}, "elo1": 150.0, "pairs": 12, "moves": 150,
    "bands": [[0.1, 3], [0.4, 1]], "event": "Final", "places": [2, 1], "scale": 10,
}  # fmt: skip
ENGLISH = texts_in("en")


def keeping(question: Callable[[], bool]) -> Callable[[], bool]:
    """The same question, which stays answered once it was."""
    answers: list[bool] = []

    def answer() -> bool:
        if not answers and question():
            answers.append(True)
        return bool(answers)

    return answer


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

        found = count()

        def is_done() -> bool:
            """Looks now and then, as it takes a moment."""
            if next(found) % 30:
                return False
            return all(grade.is_final for grade in make_grades(store)[:2])

        Worker(store, engine="serial").run(until=keeping(is_done))
        assert find_event(store, "Final").state is EventState.PLAYED
        yield store


@pytest.mark.slow
def test_grades_are_those_of_an_independent_script(played: LeagueStore) -> None:
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
    games = played.arena.count(1)
    Worker(played, engine="serial").run(until=lambda: played.arena.count(1) >= games + 12)
    assert [grade.to_object() for grade in make_grades(played)[:2]] == before


@pytest.mark.slow
def test_every_point_has_its_evidence(played: LeagueStore) -> None:
    ada, bo, nobody = make_grades(played)
    assert ada.items[0].test is not None
    assert ada.items[0].test.state == "beaten"
    assert len(ada.items[0].games) == 2 * ada.items[0].test.pairs
    assert set(ada.items[0].games) <= {number for number, _ in played.arena.rows(1)}
    words = evidence_in_words(ada, ENGLISH)
    assert words[0].startswith("random: beaten; pairs of games: ")
    assert "gave a win or a draw away" in words[2]
    assert words[3] == "Final: place 1"
    assert evidence_in_words(nobody, ENGLISH) == ["no version plays yet"]
    assert not nobody.is_final
    assert json.loads(json.dumps(bo.to_object()))["items"][3]["place"] == 2


def test_a_team_without_a_version_has_its_final_grade_at_the_deadline(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia", grading={"bands": [[0.1, 2]]}) as store:
        join(store, "Absent")
        (grade,) = make_grades(store)
        assert not grade.is_final
        past = replace(store.settings, deadline="2020-01-01T00:00")
        (grade,) = make_grades(store, past)
        assert grade.is_final
        assert grade.points == 0


@pytest.mark.slow
def test_the_table_has_what_a_gradebook_imports(played: LeagueStore) -> None:
    grades, teams = make_grades(played), played.teams.all()
    listed = StudentList(
        ["Email address", "Group"],
        [{"Email address": "ada@x", "Group": "ada"}, {"Email address": "eve@x", "Group": ""}],
    )
    rows = list(csv.DictReader(io.StringIO(grades_csv(grades, teams, ENGLISH, listed))))
    assert [row["Email address"] for row in rows] == ["ada@x", "eve@x"]
    assert float(rows[0]["Grade"]) == pytest.approx(grades[0].grade, abs=0.005)
    assert rows[0]["Final"] == "yes"
    assert rows[1]["Grade"] == ""
    plain = list(csv.DictReader(io.StringIO(grades_csv(grades, teams, ENGLISH))))
    assert [row["Full name"] for row in plain] == ["Ada", "Bo", "Late starters"]
    wrong = StudentList(["Group"], [{"Group": "Zoe"}])
    with pytest.raises(EnrayaError, match="'Zoe'"):
        grades_csv(grades, teams, ENGLISH, wrong)


@pytest.mark.slow
def test_an_export_has_no_names(played: LeagueStore) -> None:
    archive = export_league(played)
    assert archive == export_league(played)
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        names = files.namelist()
        text = "".join(files.read(name).decode() for name in names)
    assert "event-1.csv" in names
    for secret in ("Ada", "Bo\n", "Late starters", "unpacked", "file:"):
        assert secret not in text


@pytest.mark.slow
def test_a_preview_shows_what_a_change_would_do_and_changes_nothing(played: LeagueStore) -> None:
    settings = played.settings
    harder = change_settings(settings, ["grading.bands=0%:3", "grading.points.level(3)=0"])
    ada, bo, nobody = preview(played, harder)
    assert ada.before == make_grades(played)[0].grade
    assert ada.after != ada.before
    assert (nobody.before, nobody.after) == (0, 0)
    assert bo.team == 2
    assert played.settings == settings
    more = replace(settings, baselines=("random", "level(3)", "level(9)"))
    assert preview(played, more)[0].after < ada.before


@pytest.mark.slow
def test_an_excluded_game_is_excluded_by_the_script_as_well(played: LeagueStore) -> None:
    item = make_grades(played)[0].items[0]
    with played.database.transaction():
        played.exclude(item.games[0], "a power cut")
    after = make_grades(played)[0].items[0]
    assert item.games[0] not in after.games
    again = grades_of(export_league(played))[1]["items"][0]
    assert after.test is not None
    assert (after.test.state, list(after.test.counts)) == (again[2], again[3])


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_said_in_every_language_without_gaps(language: str) -> None:
    settings = LeagueSettings(
        "IA", deadline="2026-12-18T23:59", zone="Europe/Madrid", top=3, nodes=5000, grading=GRADING,
        baselines=("random", "level(3)"),
    )  # fmt: skip
    lines = rules_in_words(settings, texts_in(language))
    assert not [line for line in lines if "{" in line or "league." in line]
    assert any("level(3): 2" in line for line in lines)
    assert any(line.startswith("- ") and "Final" in line for line in lines)
    plain = rules_in_words(LeagueSettings("IA"), texts_in(language))
    assert len(plain) < len(lines)


def test_settings_are_typed_as_they_are_shown() -> None:
    settings = LeagueSettings("IA", grading=GRADING, baselines=("random", "level(3)"))
    shown = format_settings(settings)
    again = change_settings(settings, [f"{name}={value}" for name, value in shown.items()])
    assert format_settings(again) == shown
    assert shown["grading.points.level(3)"] == "2"
    assert shown["baselines"] == "random; level(3)"
    fewer = change_settings(settings, ["baselines=random"])
    assert fewer.grading["points"] == {}
    changed = change_settings(settings, ["grading.points.level(3)=3", "seconds=none", "nodes=9"])
    assert format_settings(changed)["grading.points.level(3)"] == "3"
    assert (changed.seconds, changed.nodes) == (None, 9)
    assert "grading.points" not in shown
    changed = change_settings(
        settings, ["seconds=2.5", "reserve=0.5", "is_open=No", "grading.elo1=2.5", "baselines="]
    )
    assert (changed.seconds, changed.reserve, changed.is_open) == (2.5, 0.5, False)
    assert (changed.grading["elo1"], changed.baselines) == (2.5, ())
    assert changed.grading["points"] == GRADING["points"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("quota", "NAME=VALUE"),
        ("quotas=3", "unknown setting 'quotas'; did you mean 'quota'?"),
        ("quota=many", "quota is a number, not 'many'"),
        ("quota=2.5", "quota is a whole number"),
        ("quota=none", "quota is a number, not 'none'"),
        ("grading.pairs=2.5", "grading.pairs is a whole number"),
        ("grading.points=3", "unknown setting 'grading.points'"),
        ("grading.bands=5%", "written like 5%:3"),
        ("is_open=maybe", "is_open is yes or no"),
        ("grading.bands=5:3", "written like 5%:3, 10%:2"),
        ("grading.bands=x%:3", "is a number, not 'x'"),
        ("grading.band=5%:3", "did you mean 'grading.bands'?"),
        ("grading.points.level(3)=x", "is a number, not 'x'"),
        ("grading.moves=[", "is a number"),
    ],
)
def test_changes_that_cannot_be_read_are_refused(change: str, sentence: str) -> None:
    with pytest.raises(EnrayaError) as refused:
        change_settings(LeagueSettings("IA"), [change])
    assert sentence in str(refused.value)
