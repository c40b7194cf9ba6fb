"""The values that the papers' own programs give."""

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
def test_the_tournament_heuristics_for_the_player_to_move(moves: str) -> None:
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


RIVEST = {
    "4": 7, "44": -3, "4453": -5, "324443": -15, "1231241352463": 63, "112233": -6, "443355": -9,
    "4433552": 512,
}  # fmt: skip


@pytest.mark.parametrize("moves", RIVEST)
def test_the_utility_of_the_porto_paper_for_the_first_player(moves: str) -> None:
    position = Position.parse(moves)
    assert parse_heuristic("rivest").evaluate(position, 1) == RIVEST[moves]


QMATIC = {
    "4": 22, "44": 9, "4455": 96, "44554466": 995, "12345678": 1, "5445": 1, "4354": 81,
    "13243": -84, "24354656": -954, "1122334": 10_000_000,
}  # fmt: skip
QMATIC_INTENDED = {"4": 23, "12345678": 0, "5445": 0}
BIG = "classic(columns=8, rows=8)"


@pytest.mark.parametrize("moves", QMATIC)
def test_qmatic_as_published_for_both_players(moves: str) -> None:
    position, heuristic = Position.parse(moves, BIG), parse_heuristic("qmatic(published=true)")
    assert heuristic.evaluate(position, 1) == QMATIC[moves]
    assert heuristic.evaluate(position, 2) == -QMATIC[moves]


@pytest.mark.parametrize("moves", QMATIC_INTENDED)
def test_qmatic_as_intended(moves: str) -> None:
    position = Position.parse(moves, BIG)
    assert parse_heuristic("qmatic").evaluate(position, 1) == QMATIC_INTENDED[moves]


QMATIC_STAGES = {  # from the values of columns, rows and diagonals that the program gives
    "4": {"columns": 1, "rows": 3, "levels": 21, "diagonals": 22},
    "4455": {"columns": -2, "rows": -2, "levels": 98, "diagonals": 96},
    "44554466": {"columns": -3, "rows": -3, "levels": 998, "diagonals": 995},
}


@pytest.mark.parametrize("moves", QMATIC_STAGES)
def test_the_stages_of_qmatic(moves: str) -> None:
    position = Position.parse(moves, BIG)
    for stage, value in QMATIC_STAGES[moves].items():
        heuristic = parse_heuristic(f"qmatic(published=true, stage={stage})")
        assert heuristic.evaluate(position, 1) == value, stage


GROUPS = {
    "44335522": (8, 28, 8),
    "627324423663B56777B55": (8, 38, 9),
    "17663666424736652321124B371": (14, 84, 13),
}


@pytest.mark.parametrize("moves", GROUPS)
def test_the_groups_of_the_boom_paper(moves: str) -> None:
    position = Position.parse(moves, "boom")
    fixed, published = parse_heuristic("ugr-groups"), parse_heuristic("ugr-groups(published=true)")
    found = (fixed.evaluate(position, 1), published.evaluate(position, 1))
    assert (*found, fixed.evaluate(position, 2)) == GROUPS[moves]
    assert published.evaluate(position, 2) == GROUPS[moves][2]
