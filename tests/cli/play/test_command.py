"""Who sits where, whom a seed reaches, and when a board is drawn in its place."""

import io
from typing import Any

import pytest

from enraya.cli.play import command
from enraya.cli.play.command import _seats
from enraya.cli.play.game import TerminalPlay
from enraya.errors import InvalidSetting
from tests.cli.running import printed


@pytest.mark.parametrize(
    ("first", "second", "level", "seats"),
    [
        (None, None, None, ("human", command.OPPONENT)),
        ("greedy", None, None, ("greedy", command.OPPONENT)),
        (None, "greedy", None, ("human", "greedy")),
        ("random", "greedy", None, ("random", "greedy")),
        (None, None, 3, ("human", "level(3)")),
        ("greedy", None, 3, ("greedy", "level(3)")),
        (None, "human", 3, ("level(3)", "human")),
    ],
)
def test_a_level_takes_the_seat_that_nobody_was_named_for(
    first: str | None, second: str | None, level: int | None, seats: tuple[str, str]
) -> None:
    assert _seats(first, second, level) == seats


def test_there_is_no_seat_for_a_level_when_both_are_taken() -> None:
    with pytest.raises(InvalidSetting, match="--first or --second at most"):
        _seats("human", "greedy", 3)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[TerminalPlay]:
    """The games that were begun; none of them is played."""
    found = list[TerminalPlay]()
    monkeypatch.setattr(TerminalPlay, "play", lambda game: found.append(game))
    return found


def test_both_players_have_a_seed_of_their_own(
    tables: list[TerminalPlay], monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = list[tuple[str, int | None]]()
    real = command._make_player

    def make(name: str, seed: int | None, rules: Any) -> Any:
        seeds.append((name, seed))
        return real(name, seed, rules)

    monkeypatch.setattr(command, "_make_player", make)
    two = ("play", "--first", "random", "--second", "greedy")
    printed(*two, "--seed", "7")
    printed(*two)
    assert seeds == [("random", 7), ("greedy", 8), ("random", None), ("greedy", None)]
    assert len(tables) == 2


class Stream(io.StringIO):
    """Input or output that may be a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """As it was given."""
        return self._is_terminal


@pytest.mark.parametrize(
    ("first", "second", "pace", "terminals", "redraws"),
    [
        ("human", "random", 0.0, (True, True), True),
        ("random", "human", 0.0, (True, True), True),
        ("random", "greedy", 0.0, (True, True), False),
        ("random", "greedy", 0.5, (True, True), True),
        ("human", "random", 0.5, (False, True), False),
        ("human", "random", 0.5, (True, False), False),
    ],
)
def test_a_board_is_drawn_in_its_place_where_a_person_has_time_to_look(
    first: str,
    second: str,
    pace: float,
    terminals: tuple[bool, bool],
    redraws: bool,
    tables: list[TerminalPlay],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, is_terminal in zip(("stdin", "stdout"), terminals, strict=True):
        monkeypatch.setattr(f"sys.{name}", Stream(is_terminal=is_terminal))
    command.play(first=first, second=second, pace=pace)
    (game,) = tables
    assert (game.screen.redraws, game.is_interactive) == (redraws, all(terminals))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], set()),
        (["--stats"], {1, 2}),
        (["--stats", "--seed", "1"], {1, 2}),
        (["--stats", "first"], {1}),
        (["--seed", "1", "--stats", "second"], {2}),
    ],
)
def test_statistics_are_of_both_unless_one_is_named(
    words: list[str], told: set[int], tables: list[TerminalPlay]
) -> None:
    printed("play", "--second", "random", *words)
    assert tables[0].told == told
