"""Golden values from the papers' own programs."""

import pytest

from enraya.game.position import Position
from enraya.heuristics import parse_heuristic
from enraya.heuristics.weight_names import weights_by_name

UAM_COLUMNS = [
    "uam-h0", "uam-h1", "uam-h2", "uam-h2(base=2)", "uam-h3(published=true)", "uam-evenodd",
    "uam-evenodd(three=10)", "uam-h3(pairs=sum)",
]  # fmt: skip
UAM = {
    "4": [-40, -70, -50, -10, -14, -14, -14, -14],
    "44": [-40, -70, -10, -2, -6, -6, -6, -6],
    "4453": [-40, -160, 50, -6, -6, -10, -10, -9],
    "324443": [-220, -340, -170, -2, 8, 2, 2, 4],
    "44444322": [-40, -340, -190, -6, 0, -6, -6, -11],
    "1231241352463": [-1070, -3290, -40, -8, -19, -18, -18, -19],
    "443355": [-2280, -2370, -30, -6, -23, -26, -22, -22],
    "112233": [-2280, -2370, -30, -6, -14, -16, -14, -14],
    "4455667": [-10_000_000] * 8,
}


@pytest.mark.parametrize("moves", UAM)
def test_the_tournament_heuristics_have_their_golden_values(moves: str) -> None:
    position = Position.parse(moves)
    found = [parse_heuristic(name).evaluate(position, position.mover) for name in UAM_COLUMNS]
    assert found == UAM[moves]


def test_in_the_third_attempt_a_three_is_worth_ten_instead_of_twelve() -> None:
    twelve, ten = (
        parse_heuristic(f"uam-h3(published=true{given})") for given in ("", ", three=10")
    )
    position = Position.parse("443355")
    assert (twelve.evaluate(position, 1), ten.evaluate(position, 1)) == (-23, -19)
    assert weights_by_name("uam-h3(published=true, three=10)")["three_other"] == 10
    assert weights_by_name("uam-h3(three=10)")["three_match"] == 10


FIRST_PLAYER = {
    "rivest": {
        "4": 7, "44": -3, "4453": -5, "324443": -15, "1231241352463": 63, "112233": -6,
        "443355": -9, "4433552": 512,
    },
    "qmatic(published=true)": {
        "4": 22, "44": 9, "4455": 96, "44554466": 995, "12345678": 1, "5445": 1, "4354": 81,
        "13243": -84, "24354656": -954, "1122334": 10_000_000,
    },
    "qmatic": {"4": 23, "12345678": 0, "5445": 0},
    "qmatic(published=true, stage=columns)": {"4": 1, "4455": -2, "44554466": -3},
    "qmatic(published=true, stage=rows)": {"4": 3, "4455": -2, "44554466": -3},
    "qmatic(published=true, stage=levels)": {"4": 21, "4455": 98, "44554466": 998},
    "qmatic(published=true, stage=diagonals)": {"4": 22, "4455": 96, "44554466": 995},
}  # fmt: skip
"""The utility of the Porto paper on the usual board; the rest on 8x8."""


@pytest.mark.parametrize("text", FIRST_PLAYER)
def test_rivest_and_the_stages_of_qmatic_have_their_golden_values(text: str) -> None:
    rules = "classic" if text == "rivest" else "classic(columns=8, rows=8)"
    heuristic = parse_heuristic(text)
    for moves, value in FIRST_PLAYER[text].items():
        position = Position.parse(moves, rules)
        assert heuristic.evaluate(position, 1) == -heuristic.evaluate(position, 2) == value, moves


GROUPS = {
    "44335522": (8, 28, 8),
    "627324423663B56777B55": (8, 38, 9),
    "17663666424736652321124B371": (14, 84, 13),
}


@pytest.mark.parametrize("moves", GROUPS)
def test_the_groups_of_the_boom_paper_are_counted_as_published(moves: str) -> None:
    position = Position.parse(moves, "boom")
    fixed, published = parse_heuristic("ugr-groups"), parse_heuristic("ugr-groups(published=true)")
    found = (fixed.evaluate(position, 1), published.evaluate(position, 1))
    assert (*found, fixed.evaluate(position, 2)) == GROUPS[moves]
    assert published.evaluate(position, 2) == GROUPS[moves][2]
