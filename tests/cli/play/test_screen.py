"""How much of a terminal is taken back, and when nothing is."""

import io

import pytest
from rich.console import Console

from enraya.cli.play.screen import Screen

UP_AND_ERASE = "\x1b[1A\x1b[2K"


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


def test_what_was_shown_is_taken_back_once() -> None:
    terminal = screen()
    terminal.show("one\ntwo")
    terminal.show("three")
    assert (erased(terminal), erased(terminal)) == (3, 0)


def test_what_is_kept_stays() -> None:
    terminal = screen()
    terminal.show("one\ntwo")
    terminal.keep()
    terminal.show("three")
    assert erased(terminal) == 1


@pytest.mark.parametrize(("lines", "taken"), [(4, 4), (5, 0)])
def test_what_has_scrolled_away_is_not_taken_back(lines: int, taken: int) -> None:
    terminal = screen(height=5)
    terminal.show("\n".join("line" for _ in range(lines)))
    assert erased(terminal) == taken


def test_nothing_is_taken_back_where_drawings_follow_each_other() -> None:
    terminal = screen(redraws=False)
    terminal.show("one")
    assert erased(terminal) == 0


def test_nothing_is_taken_back_when_the_width_has_changed() -> None:
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
