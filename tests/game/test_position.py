"""Positions, where the contract of all rule sets does not reach."""

import pytest

from enraya import Cell, Ending, IllegalMove, Position
from enraya.game.text import status

DRAWN = "527321255352474421577234343376616576661141"


def test_a_full_board_is_a_draw() -> None:
    position = Position.parse(DRAWN)
    assert position.outcome == (0, Ending.FULL, ())
    assert status(position) == "draw: the board is full"


def test_a_line_with_the_last_stone_of_a_full_board_wins() -> None:
    position = Position.parse("2221341121334434", "classic(columns=4, rows=4)")
    assert str(position).splitlines() == [
        " O  X  X [O]",
        " O  X [O] O",
        " X [O] X  X",
        "[O] X  X  O",
        " 1  2  3  4",
        "O wins: four in a line",
    ]


def test_moves_are_counted_from_one() -> None:
    position = Position.start().play(4).play(4)
    assert position.stones(1) == (Cell(4, 1),)
    assert position.stones(2) == (Cell(4, 2),)
    assert position.last_cell == Cell(4, 2)


def test_every_stone_of_every_line_is_marked() -> None:
    position = Position.parse("1122335566774")
    assert position.outcome is not None
    assert position.outcome.cells == tuple(Cell(column, 1) for column in range(1, 8))


@pytest.mark.parametrize(
    ("moves", "rules", "words"),
    [
        ("", "classic", "X to move"),
        ("4", "classic", "O to move"),
        ("1212121", "classic", "X wins: four in a line"),
        ("31212121", "classic", "O wins: four in a line"),
        ("1212121", "desconecta", "O wins: X has four in a line"),
        ("", "boom", "X to move, round 1"),
        ("15274452326", "boom", "X to move, round 4, the next stone is a bomb"),
        ("152744523262", "boom", "X to move, round 4, B explodes the bomb"),
        (
            "56346257147537B373177572556763642145215166BB43233B7243211417B4531B613247",
            "boom",
            "O wins: X has no move left",
        ),
    ],
)
def test_the_last_line_of_a_drawing_says_what_comes_next(
    moves: str, rules: str, words: str
) -> None:
    assert status(Position.parse(moves, rules)) == words
    assert str(Position.parse(moves, rules)).splitlines()[-1] == words


def test_the_last_stone_and_the_winning_line_are_marked() -> None:
    assert str(Position.parse("4453")).splitlines()[4:] == [
        " .  .  .  O  .  .  .",
        " .  . (O) X  X  .  .",
        " 1  2  3  4  5  6  7",
        "X to move",
    ]
    assert str(Position.parse("1212121")).splitlines()[2:] == [
        "[X] .  .  .  .  .  .",
        "[X] O  .  .  .  .  .",
        "[X] O  .  .  .  .  .",
        "[X] O  .  .  .  .  .",
        " 1  2  3  4  5  6  7",
        "X wins: four in a line",
    ]


def test_bombs_are_marked() -> None:
    assert str(Position.parse("55654453667472", "boom")).splitlines()[4:7] == [
        " .   .   .   X*  X   O   .",
        " .   .   .   O   O   X   X",
        " .  (O*) X   X   X   O   O",
    ]


def test_a_bomb_in_a_line_closes_its_bracket() -> None:
    assert str(Position.parse("24646347274735", "boom")).splitlines()[4:] == [
        " .   .   .   O   .   .   X*",
        " .   X   X   X   .   X   O",
        " .   X  [O] [O] [O*][O]  X",
        " 1   2   3   4   5   6   7",
        "O wins: four in a line",
    ]


def test_errors_name_the_place_in_the_moves() -> None:
    with pytest.raises(
        IllegalMove, match=r"^move 7 of '4444444': column 4 is full after '444444'$"
    ):
        Position.parse("4444444")
    with pytest.raises(IllegalMove, match=r"^move 8 of '12121211': the game '1212121' is over"):
        Position.parse("12121211")
    with pytest.raises(IllegalMove, match=r"^move 2 of '4B': rule set 'classic' has no bombs"):
        Position.parse("4B")
