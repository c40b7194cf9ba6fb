"""`enraya review`: what it says of every move, and of both players."""

from tests.cli.running import printed

REVIEW = ("review", "--size", "5x4", "--no-book", "--no-cache", "--table-mb", "4", "--threads", "1")
BLUNDER = "1122335"


def test_every_move_has_what_was_possible_and_what_came_of_it() -> None:
    table = printed(*REVIEW, BLUNDER)
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in table.splitlines()]
    assert [row for row in rows if row][-2:] == [
        ["6", "O", "3", "draw", "loss in 2", "mistake", "4"],
        ["7", "X", "5", "win in 1", "loss in 14", "blunder", "4"],
    ]
    assert "X: 50 % of 4 moves kept the value, 50 % were best" in table


def test_a_line_names_the_serious_errors_only() -> None:
    found = printed(*REVIEW, given=f"{BLUNDER}\n").split("; ")
    assert [part.split(" (")[0] for part in found[3:]] == [
        "1.1 mistake", "2.1 mistake", "6.3 mistake", "7.5 blunder",
    ]  # fmt: skip


def test_a_player_without_moves_has_no_share() -> None:
    assert "O: - of 0 moves kept the value, - were best" in printed(*REVIEW, "1")
