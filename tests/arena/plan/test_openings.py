"""Openings: seeded, distinct, balanced, or from a file."""

from pathlib import Path

import pytest

from enraya import Position, parse_rules
from enraya.arena.plan.openings import is_balanced, random_openings, read_openings
from enraya.errors import InvalidNotation, InvalidSetting
from enraya.solver import Solver

CLASSIC = parse_rules("classic")
RULES = ["classic", "classic(columns=8, rows=8)", "boom", "desconecta"]


@pytest.mark.parametrize("rules", RULES)
def test_openings_are_distinct_undecided_positions(rules: str) -> None:
    found = random_openings(parse_rules(rules), 8, 40, seed=3)
    positions = [Position.parse(moves, rules) for moves in found]
    assert len(set(positions)) == 40
    assert all(position.plies == 8 and not position.is_over for position in positions)


def test_the_seed_determines_a_list_of_which_a_shorter_one_is_a_prefix() -> None:
    ten = random_openings(CLASSIC, 5, 10, seed=1)
    assert random_openings(CLASSIC, 5, 30, seed=1)[:10] == ten
    assert random_openings(CLASSIC, 5, 10, seed=2) != ten


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 7)])
def test_a_list_of_openings_cannot_exceed_the_number_of_positions(plies: int, count: int) -> None:
    assert len(random_openings(CLASSIC, plies, 50, seed=1)) == count


def test_balanced_openings_are_draws_or_decided_by_the_last_stone() -> None:
    solver = Solver(table_mb=8)
    for moves in random_openings(CLASSIC, 4, 12, seed=5, balanced=True):
        assert abs(solver.solve(Position.parse(moves)).exact()) <= 1


@pytest.mark.parametrize(("moves", "score"), [("", 1), ("4", -1), ("1", 2), ("14", -2)])
def test_a_position_decided_by_its_last_stone_is_balanced_for_either_side(
    moves: str, score: int
) -> None:
    solver, position = Solver(table_mb=8), Position.parse(moves)
    assert solver.solve(position).exact() == score
    assert is_balanced(solver, position) == (abs(score) <= 1)


def test_an_opening_that_cannot_be_solved_in_time_is_not_balanced() -> None:
    wide = Position.start("classic(columns=8, rows=8)")
    assert not is_balanced(Solver(table_mb=8), wide, nodes=1000)


def test_balance_needs_a_solver() -> None:
    with pytest.raises(InvalidSetting, match="'boom' cannot be balanced"):
        random_openings(parse_rules("boom"), 4, 2, seed=1, balanced=True)


def test_an_impossible_length_is_refused() -> None:
    small = parse_rules("classic(columns=4, rows=4)")
    with pytest.raises(InvalidSetting, match="found no opening of 16 moves"):
        random_openings(small, 16, 1, seed=1)


def test_a_file_holds_an_opening_on_each_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# mine\n44\n\n 4453 \n")
    assert read_openings(path, CLASSIC) == ["44", "4453"]


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (None, InvalidSetting, "cannot read"),
        ("", InvalidSetting, "has no openings"),
        ("44\n49\n", InvalidNotation, "line 2 of"),
        ("1212121\n", InvalidNotation, "is already over"),
    ],
)
def test_the_error_for_a_bad_opening_names_it(
    tmp_path: Path, content: str | None, error: type[Exception], words: str
) -> None:
    path = tmp_path / "openings.txt"
    if content is not None:
        path.write_text(content)
    with pytest.raises(error, match=words):
        read_openings(path, CLASSIC)
