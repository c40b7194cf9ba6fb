"""Evidence of a version against the baselines."""

from dataclasses import replace
from typing import Any

import pytest

from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.ladder import LadderPair
from enraya.league.rank.evidence import BaselineTest, Examination, JudgedMoves, JudgedPair
from enraya.league.rank.results import LadderResults, PlayedPair
from tests.league.rank.simulated import baselines, play, version

RULES = GradingRules(elo0=0, elo1=100, pairs=40, moves=200)
PLENTY = 100
"""More pairs than any test needs."""


def examined(
    results: LadderResults,
    *,
    rules: GradingRules = RULES,
    most_pairs: int = PLENTY,
    judges: bool = True,
) -> Examination:
    return Examination(rules, results, most_pairs, judges)


def met(results: LadderResults, most_pairs: int = PLENTY) -> BaselineTest:
    """The test of a version at place 1 against the only baseline."""
    return examined(results, most_pairs=most_pairs).test(version(1, 1), *baselines(1))


def decided(points: list[float], rules: GradingRules = RULES) -> tuple[str, int]:
    results = LadderResults()
    play(results, 0, 1, [2 - score for score in points])
    test = examined(results, rules=rules).test(version(1, 1), *baselines(1))
    return test.state, test.pairs


@pytest.mark.parametrize(("score", "verdict"), [(2.0, "beaten"), (0.0, "not beaten")])
def test_a_test_stops_at_the_first_pair_that_decides(score: float, verdict: str) -> None:
    state, pairs = decided([score] * 30)
    assert state == verdict
    assert pairs < 15
    assert decided([score] * pairs + [2 - score] * 25) == (verdict, pairs)
    assert decided([score] * (pairs - 1))[0] == "running"


def test_a_test_that_stays_undecided_is_ended_and_earns_nothing() -> None:
    rules = GradingRules(elo0=0, elo1=10, pairs=20)
    assert decided([1.0, 2.0, 0.0, 1.5, 0.5] * 8, rules) == ("undecided", 20)
    assert decided([1.0] * 3, rules) == ("running", 3)
    assert decided([], rules) == ("running", 0)


@pytest.mark.parametrize("number", [0, 3])
def test_pairs_after_a_missing_one_do_not_count_yet(number: int) -> None:
    results = LadderResults()
    for other in range(30):
        if other != number:
            results.add(PlayedPair(LadderPair(0, 1, other), 0.0, (20, 20)))
    assert met(results).pairs == number


def test_an_excluded_pair_is_skipped_but_uses_up_one_of_the_allowed_pairs() -> None:
    results = LadderResults()
    results.exclude(LadderPair(0, 1, 0))
    play(results, 0, 1, [1.0] * 7)
    test = met(results, 10)
    assert (test.state, test.pairs, test.left) == ("running", 7, 2)
    test = met(results, 8)
    assert (test.state, test.left) == ("undecided", 0)


def test_an_excluded_pair_is_played_again() -> None:
    results = LadderResults()
    results.exclude(LadderPair(0, 2, 0))
    results.exclude(LadderPair(1, 2, 0))
    for baseline in (0, 1):
        play(results, baseline, 2, [0.0, 2.0, 0.5] * 13)
    assert missing(results) == LadderPair(0, 2, 40)
    play(results, 0, 2, [1.0])
    play(results, 1, 2, [1.0])
    assert missing(results) is None


def test_moves_are_counted_in_rounds_until_there_are_enough() -> None:
    results = LadderResults()
    play(results, 0, 2, [1.0] * 9, moves=30)
    play(results, 1, 2, [1.0] * 4, moves=20)

    def judged(played: PlayedPair) -> JudgedPair:
        return JudgedPair(played.moves_of(2), 1)

    def counted(least: int, most_pairs: int = PLENTY) -> JudgedMoves:
        exam = examined(results, rules=replace(RULES, moves=least), most_pairs=most_pairs)
        return exam.sum_rounds(version(2, 1), baselines(2), judged)

    found = counted(150)
    assert (found.rounds, found.moves, found.losing, found.is_final) == (3, 150, 6, True)
    assert found.share == pytest.approx(0.04)
    found = counted(1000)
    assert (found.rounds, found.moves, found.is_final) == (4, 200, False)
    assert counted(1000, most_pairs=4).is_final


def missing(results: LadderResults, **options: Any) -> LadderPair | None:
    return examined(results, **options).missing_pair(version(2, 1), baselines(2), ())


def test_a_grade_needs_the_missing_pair_with_the_lowest_number() -> None:
    results = LadderResults()
    assert missing(results) == LadderPair(0, 2, 0)
    play(results, 0, 2, [0.0] * 3)
    assert missing(results) == LadderPair(1, 2, 0)
    play(results, 1, 2, [0.0] * 30)
    play(results, 0, 2, [0.0] * 27)
    assert missing(results) is None


@pytest.mark.parametrize(
    ("moves", "options", "wanted"),
    [
        (2, {}, LadderPair(0, 2, 12)),
        (2, {"judges": False}, None),
        (2, {"most_pairs": 12}, None),
        (9, {}, None),  # 216 moves; 11 rounds have too few
    ],
)
def test_decided_tests_need_more_pairs_only_until_enough_moves_are_judged(
    moves: int, options: dict[str, object], wanted: LadderPair | None
) -> None:
    results = LadderResults()
    for baseline in (0, 1):
        play(results, baseline, 2, [0.0] * 12, moves=moves)
    assert missing(results, **options) == wanted


def test_pairs_being_played_use_up_the_allowed_pairs() -> None:
    results = LadderResults()
    play(results, 0, 1, [1.0])
    for most_pairs, wanted in ((2, None), (3, LadderPair(0, 1, 2))):
        exam, open_pairs = examined(results, most_pairs=most_pairs), [LadderPair(0, 1, 1)]
        assert exam.missing_pair(version(1, 1), baselines(1), open_pairs) == wanted
