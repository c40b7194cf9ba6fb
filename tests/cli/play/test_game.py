"""A game in the terminal, and its hints."""

import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from enraya.agents import Agent, Choice, parse_agent
from enraya.cli.play import game
from enraya.cli.play.game import Hints, TerminalPlay
from enraya.cli.play.screen import Screen
from enraya.game.position import Position
from enraya.texts import ENGLISH

COLUMNS = " 1  2  3  4  5  6  7"


def shown(
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    redraws: bool = False,
    is_interactive: bool = False,
    second: Agent | None = None,
    moves: str = "",
) -> str:
    """What a game shows in which this is typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    console = Console(file=io.StringIO(), width=80, height=40)
    TerminalPlay(
        Position.parse(moves),
        {1: None, 2: second},
        told=frozenset(),
        pace=0.0,
        texts=ENGLISH,
        screen=Screen(console, redraws),
        is_interactive=is_interactive,
    ).play()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("typed", "redraws", "boards"),
    [
        ("4\nresign\n", False, 2),
        ("4\nresign\n", True, 2),
        ("help\nresign\n", False, 1),
        ("help\nresign\n", True, 2),  # with the help below it
        ("9\n4\nquit\n", False, 2),
        ("9\n4\nquit\n", True, 3),
    ],
)
def test_the_board_is_drawn_after_each_move_with_its_messages_in_order(
    typed: str, redraws: bool, boards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(typed, monkeypatch, redraws=redraws).count(COLUMNS) == boards


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("", "left before the first move"),
        ("4\n", "left after '4'"),
        ("4\nresign\n", "moves: 4"),
        ("1\n2\n1\n2\n1\n2\n1\n", "moves: 1212121"),
    ],
)
def test_leaving_is_reported_only_for_an_unfinished_game(
    typed: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = shown(typed, monkeypatch, is_interactive=True).splitlines()
    assert told[-1].startswith(last)


@pytest.mark.parametrize(
    ("answer", "games"), [("y", 2), ("Yes", 2), ("n", 1), ("", 1), ("what", 1)]
)
def test_another_game_is_played_after_a_yes(
    answer: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = shown(f"resign\n{answer}\nresign\n", monkeypatch, is_interactive=True)
    assert told.count("X resigns. O wins.") == games


@pytest.mark.parametrize(
    ("typed", "second", "moves", "left"),
    [
        ("4\n3\nundo\n5\nquit\n", None, "", "'45'"),
        ("4\nundo\n5\nquit\n", "script(1234)", "", "'51'"),
        ("4\n3\nundo\nundo\nundo\n5\nquit\n", None, "", "'5'"),
        ("undo\n5\nquit\n", None, "44", "'445'"),
    ],
)
def test_undo_goes_back_to_where_a_human_was_to_move(
    typed: str, second: str | None, moves: str, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = parse_agent(second) if second else None
    told = shown(typed, monkeypatch, second=agent, moves=moves)
    assert told.splitlines()[-1] == f"left after {left}"
    assert ("no move to take back" in told) == (typed.count("undo") > 2 or bool(moves))


def test_a_search_gives_the_hint_where_the_solver_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[str]()

    def parse(text: str) -> SimpleNamespace:
        asked.append(text)
        return SimpleNamespace(choose=lambda *_: Choice(4))

    monkeypatch.setattr(game, "Solver", lambda: None)
    monkeypatch.setattr(game, "analyse", lambda *_, **__: SimpleNamespace(score=None))
    monkeypatch.setattr(game, "parse_agent", parse)
    adviser = Hints()
    told = {adviser.hint(Position.parse(moves), ENGLISH) for moves in ("", "44")}
    assert told == {ENGLISH("terminal.hint_column", column="4")}
    assert len(asked) == 1  # the adviser is made once
