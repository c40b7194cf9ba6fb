"""Moves as characters."""

import pytest

from enraya.errors import InvalidNotation
from enraya.game.notation import BOOM, COLUMN_NAMES, Move, format_move, parse_move, quote


@pytest.mark.parametrize("move", [*range(1, 17), BOOM])
def test_a_move_is_read_back_from_its_character(move: Move) -> None:
    assert len(format_move(move)) == 1
    assert parse_move(format_move(move), columns=16) == move


@pytest.mark.parametrize("columns", range(4, 17))
def test_only_columns_of_the_board_are_moves(columns: int) -> None:
    for number, name in enumerate(COLUMN_NAMES, start=1):
        if number <= columns:
            assert parse_move(name, columns) == number
        else:
            with pytest.raises(InvalidNotation, match="columns are 1-"):
                parse_move(name, columns)


@pytest.mark.parametrize(
    "text", ["", "0", "h", "b0", "12", "A", " ", "\u0663", "²"]
)  # other digits
def test_malformed_moves_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_move(text, 16)
    assert str(caught.value).startswith(f"{text!r} is not a move; columns are 1-9 and a-g")


@pytest.mark.parametrize(
    ("columns", "names"), [(4, "1-4"), (9, "1-9"), (10, "1-9 and a-a"), (12, "1-9 and a-c")]
)
def test_errors_name_the_columns_of_the_board(columns: int, names: str) -> None:
    with pytest.raises(InvalidNotation, match=rf"columns are {names}\b(?! and)"):
        parse_move("?", columns)


def test_long_texts_are_shortened_in_messages() -> None:
    assert quote("4453") == "'4453'"
    assert quote("4" * 60) == repr("4" * 60)
    assert len(quote("4" * 1_000)) == 62
    assert quote("4" * 1_000).endswith("4…'")
