"""Grading rules, as the operator sets them."""

from typing import Any

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.grading_rules import (
    MOST_LISTED,
    MOST_MOVES,
    MOST_PAIRS,
    MOST_POINTS,
    Band,
    GradingRules,
)
from enraya.rules import parse_rules

CLASSIC = parse_rules("classic")


def test_rules_at_the_bounds_are_accepted_and_read_back() -> None:
    most = GradingRules(
        {"random": MOST_POINTS}, 5, 60, pairs=MOST_PAIRS, moves=MOST_MOVES, scale=MOST_POINTS,
        bands=(Band(0, 0), Band(1, MOST_POINTS)), places=(1,) * MOST_LISTED,
    )  # fmt: skip
    for rules in (most, GradingRules(pairs=5, moves=1, scale=0)):
        rules.check(["random"])
        assert GradingRules.from_object(rules.to_object()) == rules
    assert GradingRules.from_object({}) == GradingRules()


def test_the_best_band_that_is_reached_counts() -> None:
    rules = GradingRules(bands=(Band(0.05, 3), Band(0.2, 1), Band(0.1, 2)))
    points = [rules.points_for_share(share) for share in (0.0, 0.05, 0.06, 0.1, 0.2, 0.21)]
    assert points == [3, 3, 2, 2, 1, 0]


def test_the_maximum_is_what_a_perfect_team_earns() -> None:
    rules = GradingRules({"level(3)": 2}, bands=(Band(0.1, 3),), event="final", places=(2, 1))
    assert rules.most_points(["random", "level(3)"], CLASSIC) == 1 + 2 + 3 + 2
    assert rules.most_points(["random"], parse_rules("boom")) == 1 + 2
    assert [rules.points_for_place(place) for place in (1, 2, 3, 0)] == [2, 1, 0, 0]


def test_moves_are_judged_only_in_the_classic_game_and_for_points() -> None:
    assert GradingRules().judges(CLASSIC)
    assert not GradingRules(bands=()).judges(CLASSIC)
    assert not GradingRules().judges(parse_rules("boom"))


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ({"band": []}, "unknown setting of grades 'band'; did you mean 'bands'?"),
        ({"bands": [[0.1]]}, "cannot be read"),
        ({"bands": [[1.5, 1]]}, "from 0 to 100 %"),
        ({"bands": [[0.5, -1]]}, "points must be from 0 to 1,000"),
        ({"bands": [[0.5, 1]] * 101}, "at most 100"),
        ({"points": {"perfect": 1}}, "unknown baseline 'perfect'"),
        ({"points": [1]}, "cannot be read"),
        ({"points": {"random": True}}, "cannot be read"),
        ({"elo0": 10, "elo1": 5}, "elo0 must be less than elo1"),
        ({"alpha": 0.7}, "alpha and beta"),
        ({"pairs": 2}, "grading.pairs must be from 5"),
        ({"pairs": 20.5}, "cannot be read"),
        ({"moves": 0}, "grading.moves must be from 1"),
        ({"scale": float("nan")}, "cannot be read"),
        ({"scale": -1}, "grading.scale must be from 0"),
        ({"places": [1] * (MOST_LISTED + 1)}, "at most 100"),
        ({"event": 3}, "cannot be read"),
    ],
)
def test_nonsensical_rules_are_refused(plain: dict[str, Any], sentence: str) -> None:
    with pytest.raises(EnrayaError) as refused:
        GradingRules.from_object(plain).check(["random"])
    assert sentence in str(refused.value)
