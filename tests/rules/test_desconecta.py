"""Desconecta-4 BOOM: each of its rules on a drawn position."""

import pytest

from enraya.game.outcome import Ending
from enraya.game.position import Position


def desconecta(moves: str) -> Position:
    return Position.parse(moves, "desconecta")


def lower_rows(position: Position, count: int) -> list[str]:
    return list(reversed(position.rows_from_bottom[:count]))


@pytest.mark.parametrize(("moves", "winner"), [("1212121", 2), ("31212121", 1), ("1122334", 2)])
def test_making_four_in_a_row_loses(moves: str, winner: int) -> None:
    outcome = desconecta(moves).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.ending, len(outcome.cells)) == (winner, Ending.LINE, 4)


def test_an_explosion_removes_only_the_movers_stones_of_the_row() -> None:
    before = desconecta("7665153631")
    assert before.mover == 1
    assert lower_rows(before, 3) == [
        ".....2.",
        "5.4.21.",
        "1.1.221",
    ]
    after = before.play("B")
    assert lower_rows(after, 3) == [
        ".......",
        "5...22.",
        "1.1.221",
    ]
    assert after.bombs == (False, True)  # the opponent's bomb in that row is untouched


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("231231124564236B", 2),  # the first player's line is in the lowest row
        ("4271265532133447B", 1),  # the second player's is
        ("5275364621437331524712145B", 1),
        ("222224227355743433174517B", 2),
    ],
)
def test_with_two_lines_the_owner_of_the_first_in_scan_order_loses(moves: str, winner: int) -> None:
    position = desconecta(moves)
    outcome = position.outcome
    assert outcome is not None
    lowest_first = sorted(outcome.cells, key=lambda cell: (cell.row, cell.column))
    owners = ["14" if cell_owner(position, *c) in "14" else "25" for c in lowest_first]
    assert set(owners) == {"14", "25"}
    assert outcome.winner == winner == (2 if owners[0] == "14" else 1)


def cell_owner(position: Position, column: int, row: int) -> str:
    return position.rows_from_bottom[row - 1][column - 1]


def test_the_verdict_on_two_lines_that_begin_in_one_row_depends_on_the_side() -> None:
    position = desconecta("5275364621437331524712145B")
    assert lower_rows(position, 4) == [
        "..121..",
        "12211.2",
        "12212.1",
        "2411121",
    ]
    assert (position.result, position.mirror().result) == (1, 2)


@pytest.mark.parametrize(("moves", "winner"), [("71656155422B", 2), ("3325643316B", 1)])
def test_a_line_made_by_an_explosion_loses_for_its_owner(moves: str, winner: int) -> None:
    outcome = desconecta(moves).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.ending) == (winner, Ending.LINE)


def test_a_full_board_is_a_draw_although_the_mover_has_a_bomb() -> None:
    position = desconecta("5273212553524744215772243433731673414551611766666")
    assert "." not in "".join(position.rows_from_bottom)
    assert position.can_explode
    assert position.legal_moves == ()
    assert position.outcome == (0, Ending.FULL, ())
