"""Texts about a grade, its evidence and the missing points, for teams and platforms."""

import csv
import io
import re
from dataclasses import replace

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.grading_rules import Band, GradingRules
from enraya.league.model.records import Team, TeamState
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.evidence import BaselineTest, JudgedMoves
from enraya.league.rank.grade_texts import (
    evidence_in_words,
    grades_csv,
    item_in_words,
    item_name,
    missing_in_words,
    rules_in_words,
)
from enraya.league.rank.grades import Grade, GradeItem
from enraya.league.store.roster import StudentList
from enraya.texts import texts_in

T = texts_in("en")
RULES = GradingRules(bands=(Band(0.05, 3), Band(0.2, 1), Band(0.1, 2)), moves=1000)
RUNNING = BaselineTest("random", "running", (0, 0, 1, 0, 2), 0.5, 7)
NO_PAIRS = replace(RUNNING, counts=(0, 0, 0, 0, 0))
LOST = replace(RUNNING, state="not beaten", left=0)
BEATEN = GradeItem("baseline", "random", 1, 1, is_final=True, test=replace(LOST, state="beaten"))
OPEN = GradeItem("baseline", "random", 0, 1, is_final=False)
MOVES = GradeItem("moves", "", 0, 3, is_final=False, least_moves=1000)
SOME, ALL = JudgedMoves(2, 300, 3, is_final=False), JudgedMoves(9, 1010, 202, is_final=True)
PLACE = GradeItem("place", "Final", 0, 2, is_final=False)


@pytest.mark.parametrize(
    ("item", "evidence", "missing"),
    [
        (BEATEN, "random: beaten; pairs of games: 3 (0 0 1 0 2); LLR 0.50", ""),
        (OPEN, "random: no games yet", "its games against random have not begun"),
        (replace(OPEN, test=NO_PAIRS), "random: no games yet", "have not begun"),
        (
            replace(OPEN, test=RUNNING),
            "random: not decided yet; pairs of games so far: 3 (0 0 1 0 2); LLR 0.50",
            r"LLR, now 0\.50, reaches 2\.94; .* left at most: 7",
        ),
        (
            replace(OPEN, test=LOST),
            "random: not beaten; pairs of games: 3 (0 0 1 0 2); LLR 0.50",
            "a new version that beats random",
        ),
        (
            replace(MOVES, judged=JudgedMoves(0, 0, 0, is_final=False)),
            "moves: 0 judged so far, of 1,000 that are needed",
            "1,000 more moves",
        ),
        (
            replace(MOVES, judged=SOME),
            "moves: 300 judged so far, of 1,000 that are needed",
            "700 more moves",
        ),
        (
            replace(MOVES, judged=ALL, points=1, is_final=True),
            "moves: 202 of 1,010 gave away a win or a draw (20.0%)",
            r"at most 10\.0% .* for 2; .* with 20\.0%",
        ),
        (PLACE, "Final: not over yet", "Final is not over yet"),
        (replace(PLACE, is_final=True), "Final: did not take part", ""),
        (replace(PLACE, is_final=True, place=2), "Final: place 2", ""),
    ],
)
def test_every_item_states_its_evidence_and_what_the_next_point_needs(
    item: GradeItem, evidence: str, missing: str
) -> None:
    assert item_in_words(item, T) == evidence
    found = missing_in_words(Grade(1, 2, False, (item,), 0.0), item, RULES, T)
    assert re.search(missing, found) if missing else not found
    nobody = missing_in_words(Grade(1, None, False, (item,), 0.0), item, RULES, T)
    if missing and item.kind != "place":
        assert nobody == "send a version that plays its trial games without a fault"
    else:
        assert nobody == found


def test_only_a_version_that_plays_has_evidence() -> None:
    items = (BEATEN, MOVES)
    assert len(evidence_in_words(Grade(1, 1, False, items, 0.0), T)) == 2
    assert evidence_in_words(Grade(1, None, False, items, 0.0), T) == ["no version plays yet"]
    assert [item_name(item, T) for item in items] == ["random", "moves"]


def test_printed_rules_contain_only_what_applies() -> None:
    said = "\n".join(rules_in_words(LeagueSettings("IA"), T))
    for sentence in ("A move may take 1", "There is no deadline yet", "at most 5% of the moves",
                     "1,000 of them", "After 100 pairs", "What other teams do changes no grade",
                     "shows aliases"):  # fmt: skip
        assert sentence in said
    for sentence in ("Baselines that search", "Everybody sees the first", "Full points count"):
        assert sentence not in said
    grading = {"bands": [[0.125, 1]], "event": "Final", "places": [2], "scale": 10}
    other = LeagueSettings("IA", seconds=None, nodes=5000, top=3, max_pairs=30,
                           deadline="2026-12-18T23:59", grading=grading)  # fmt: skip
    said = "\n".join(rules_in_words(other, T))
    for sentence in ("no more than 5,000 positions", "The deadline is 2026-12-18T23:59",
                     "at most 12.5% of the moves", "place 1 in the event Final: 2",
                     "After 30 pairs", "the first 3 places", "points count as 10"):  # fmt: skip
        assert sentence in said
    assert "A move may take" not in said
    assert "What other teams do" not in said
    for part in ({"event": "Final"}, {"places": [2]}):
        alone = rules_in_words(LeagueSettings("IA", grading=part), T)
        assert alone[-1] == "What other teams do changes no grade."


def test_a_table_has_a_row_for_each_student_with_the_columns_of_the_list() -> None:
    teams = [
        Team(1, "Uno", "Águilas", ("Ana", "Bo"), TeamState.PLAYING, 0.0),
        Team(2, "Dos", "Linces", (), TeamState.PLAYING, 0.0),
    ]
    grades = [Grade(1, 4, True, (BEATEN,), 0.0), Grade(2, None, False, (OPEN,), 0.0)]
    rows = list(csv.DictReader(io.StringIO(grades_csv(grades, teams, T))))
    assert [(row["Full name"], row["Team"]) for row in rows] == [
        ("Ana", "Uno"), ("Bo", "Uno"), ("Dos", "Dos"),
    ]  # fmt: skip
    found = [(row["Version"], row["Late"], row["Grade"], row["Final"]) for row in rows[1:]]
    assert found == [("4", "yes", "1", "yes"), ("", "no", "0", "no")]
    listed = StudentList(
        ["Group", "Grade"], [{"Group": " UNO", "Grade": "?"}, {"Group": "", "Grade": ""}]
    )
    table = grades_csv(grades, teams, T, listed)
    assert table.startswith("Group,Grade,Team,Version,Late,random,Final,Feedback\r\n")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [(row["Grade"], row["Version"]) for row in rows] == [("1", "4"), ("", "")]
    with pytest.raises(EnrayaError, match="'Zoe'"):
        grades_csv(grades, teams, T, StudentList(["Group"], [{"Group": "Zoe"}]))
