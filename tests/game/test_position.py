"""Positions, beyond the contract of all rule sets."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from enraya import IllegalMove, InvalidNotation, Position
from enraya.game.text_drawing import status

DRAWN = "527321255352474421577234343376616576661141"


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


@pytest.mark.parametrize(
    ("moves", "rules", "words"),
    [
        ("", "classic", "X to move"),
        ("4", "classic", "O to move"),
        ("1212121", "classic", "X wins: four in a line"),
        ("31212121", "classic", "O wins: four in a line"),
        (DRAWN, "classic", "draw: the board is full"),
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
def test_the_last_line_of_a_drawing_says_who_moves_or_who_won(
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


def test_errors_name_the_place_in_the_moves() -> None:
    with pytest.raises(
        IllegalMove, match=r"^move 7 of '4444444': column 4 is full after '444444'$"
    ):
        Position.parse("4444444")
    with pytest.raises(IllegalMove, match=r"^move 8 of '12121211': the game '1212121' is over"):
        Position.parse("12121211")
    with pytest.raises(IllegalMove, match=r"^move 2 of '4B': rule set 'classic' has no bombs"):
        Position.parse("4B")


def test_an_empty_move_text_is_the_starting_position() -> None:
    assert Position() == Position.start()
    assert Position(rules="boom") == Position.start("boom")


@pytest.mark.parametrize("moves", ["", "4453", "1212121"])
@pytest.mark.parametrize("rules", ["classic", "classic(columns=16, rows=4)", "boom"])
def test_the_representation_evaluates_to_an_equal_position(moves: str, rules: str) -> None:
    position = Position(moves, rules)
    again = eval(repr(position))  # noqa: S307  # our own words
    assert again == position
    assert again.moves == moves


@pytest.mark.parametrize("column", [5, "5", np.int64(5), np.uint8(5)])
def test_a_column_may_be_a_character_or_any_whole_number(column: int | str) -> None:
    assert Position("44").play(column).moves == "445"


@pytest.mark.parametrize("moves", [4453, [4, 4], None])
def test_moves_are_stored_as_text(moves: Any) -> None:
    with pytest.raises(InvalidNotation, match="moves are a text such as '4453', not"):
        Position(moves)


def test_moves_are_taken_back_one_by_one() -> None:
    position = Position("152744523262B", "boom")
    assert position.undo() == Position("152744523262", "boom")
    with pytest.raises(IllegalMove, match="no move to take back"):
        Position().undo()


def test_a_position_converts_to_an_array_with_the_top_row_first() -> None:
    board = np.array(Position("4453"))
    assert board.shape == (6, 7)
    assert board.dtype == np.int8
    assert board[-1].tolist() == [0, 0, 2, 1, 1, 0, 0]
    assert board[-2].tolist() == [0, 0, 0, 2, 0, 0, 0]
    assert not board[:-2].any()
    assert np.count_nonzero(Position("152744523262", "boom").to_array() == 4) == 1  # a bomb
    assert np.asarray(Position("4"), dtype=float).sum() == 1.0
    with pytest.raises(ValueError, match="always a copy"):
        np.array(Position("4"), copy=False)


def test_a_position_survives_pickling_and_copying() -> None:
    position = Position("4453")
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):  # noqa: S301
        assert again == position
        assert again.moves == position.moves
