"""Messages about a game in the terminal, and redrawing in place."""

import io

import pytest
from rich.console import Console

from enraya.cli.play.screen import Screen
from enraya.cli.play.words import announce_end, lines_of
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.texts import ENGLISH

UP_AND_ERASE = "\x1b[1A\x1b[2K"


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
def test_the_result_names_the_winner_the_last_move_and_the_line(
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
def test_a_win_by_a_move_of_the_opponent_is_not_credited_to_the_winner(
    moves: str, rules: str, key: str
) -> None:
    assert end_of(moves, rules)[0] == ENGLISH(f"terminal.{key}", player="player 2")


def test_the_result_of_a_game_over_at_its_start_names_no_move() -> None:
    found = list(announce_end([Position.parse("1212121")], name, ENGLISH))
    assert found[0] == ENGLISH("terminal.won", player="player 1")


@pytest.mark.parametrize(
    ("moves", "rules", "lines"),
    [
        ("112244553", "classic", [(1, Cell(1, 1), Cell(5, 1))]),  # once, however long it is
        ("12121", "classic", []),
        ("55654453667472B", "boom", [(2, Cell(4, 1), Cell(7, 1)), (1, Cell(4, 2), Cell(7, 2))]),
    ],
)
def test_every_line_is_reported_with_its_owner(
    moves: str, rules: str, lines: list[tuple[int, Cell, Cell]]
) -> None:
    assert sorted(lines_of(Position.parse(moves, rules))) == sorted(lines)


def screen(*, redraws: bool = True, width: int = 20, height: int = 5) -> Screen:
    """A terminal of this size."""
    console = Console(file=io.StringIO(), force_terminal=True, width=width, height=height)
    return Screen(console, redraws)


def erased(shown: Screen) -> int:
    """How many lines are taken back now."""
    assert isinstance(shown.console.file, io.StringIO)
    before = shown.console.file.getvalue().count(UP_AND_ERASE)
    shown.erase()
    return shown.console.file.getvalue().count(UP_AND_ERASE) - before


def test_a_shown_board_is_erased_once() -> None:
    terminal = screen()
    terminal.show("one\ntwo")
    terminal.show("three")
    assert (erased(terminal), erased(terminal)) == (3, 0)


@pytest.mark.parametrize(("lines", "taken"), [(4, 4), (5, 0)])
def test_a_board_that_has_scrolled_away_is_not_erased(lines: int, taken: int) -> None:
    terminal = screen(height=5)
    terminal.show("\n".join("line" for _ in range(lines)))
    assert erased(terminal) == taken


def test_nothing_is_erased_after_the_width_has_changed() -> None:
    terminal = screen(width=20)
    terminal.show("one")
    terminal.console.width = 30  # its lines may have been broken anew
    terminal.show("two")
    assert erased(terminal) == 0
    terminal.show("three")
    assert erased(terminal) == 1


@pytest.mark.parametrize(("typed", "lines"), [("4", 1), ("4" * 13, 2), ("4" * 33, 3)])
def test_a_question_takes_as_many_lines_as_its_answer_needs(
    typed: str, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f" {typed} \r\n"))
    terminal = screen(width=20)
    assert terminal.ask("move? ") == typed
    assert erased(terminal) == lines
    with pytest.raises(EOFError):
        terminal.ask("move? ")
