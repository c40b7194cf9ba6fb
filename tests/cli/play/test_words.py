"""What is said of moves and of the end of a game."""

from itertools import pairwise

import pytest

from enraya.cli.play.words import announce_end, helping, lines_of, played, prompt
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.texts import ENGLISH


def name(player: int) -> str:
    return f"player {player}"


def end_of(moves: str, rules: str = "classic") -> list[str]:
    """What is announced after these moves, the last two positions being known."""
    last = [Position.parse(moves[:-1], rules), Position.parse(moves, rules)]
    return list(announce_end(last, name, ENGLISH))


@pytest.mark.parametrize(
    ("moves", "column", "line"),
    [
        ("1212121", "1", "column 1, rows 1 to 4"),
        ("1122334", "4", "row 1, columns 1 to 4"),
        ("7766554", "4", "row 1, columns 4 to 7"),
        ("12233434464", "4", "diagonal from column 1, row 1 to column 4, row 4"),
        ("76655454424", "4", "diagonal from column 4, row 4 to column 7, row 1"),
    ],
)
def test_the_winner_is_told_with_the_deciding_move_and_line(
    moves: str, column: str, line: str
) -> None:
    assert end_of(moves) == [
        ENGLISH("terminal.won_by_column", player="player 1", column=column),
        f"X's line: {line}.",
        ENGLISH("terminal.moves", moves=moves),
    ]


@pytest.mark.parametrize(
    ("moves", "rules", "key"),
    [
        ("654374437364324B", "boom", "won"),  # X explodes, and O has four in a line
        ("55654453667472B", "boom", "won_by_bomb"),
        ("6742315", "desconecta", "won"),
    ],
)
def test_who_wins_by_a_move_of_the_other_has_not_made_it(moves: str, rules: str, key: str) -> None:
    assert end_of(moves, rules)[0] == ENGLISH(f"terminal.{key}", player="player 2")


def test_a_game_that_was_over_at_its_start_is_told_without_a_move() -> None:
    found = list(announce_end([Position.parse("1212121")], name, ENGLISH))
    assert found[0] == ENGLISH("terminal.won", player="player 1")


def test_a_line_is_told_once_however_long_it_is() -> None:
    five = Position.parse("112244553")
    assert lines_of(five) == [(1, Cell(1, 1), Cell(5, 1))]


def test_a_bomb_explodes_and_a_stone_is_played() -> None:
    assert played("X", "B", ENGLISH) == ENGLISH("terminal.explodes", player="X")
    assert played("X", 4, ENGLISH) == ENGLISH("terminal.plays", player="X", column="4")


def test_help_has_the_columns_and_a_line_for_each_word() -> None:
    lines = helping(Position.start(), ENGLISH)
    assert lines[0].startswith("1-7: ")
    assert len(lines) == 5
    assert len(helping(Position.parse("", "boom"), ENGLISH)) == 6
    assert "1-7" in prompt(Position.start(), ENGLISH)


def test_lines_of_two_players_do_not_join() -> None:
    for one, other in pairwise(range(1, 5)):
        assert lines_of(Position.parse(f"{one}{other}" * 2)) == []
