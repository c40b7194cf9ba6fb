"""Which side each player has, and when the board is redrawn in place."""

import pytest

from enraya.cli.play.command import OPPONENT, play
from enraya.cli.play.game import TerminalPlay
from tests.cli.running import Stream, printed


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[TerminalPlay]:
    """The games that were begun; none of them is played."""
    found = list[TerminalPlay]()
    monkeypatch.setattr(TerminalPlay, "play", lambda game: found.append(game))
    return found


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("", None, OPPONENT),
        ("--first greedy", "greedy", OPPONENT),
        ("--second greedy", None, "greedy"),
        ("--level 3", None, "level(3)"),
        ("--first greedy --level 3", "greedy", "level(3)"),
        ("--second human --level 3", "level(3)", None),
    ],
)
def test_a_level_plays_on_the_free_side(
    words: str, first: str | None, second: str | None, tables: list[TerminalPlay]
) -> None:
    printed("play", *words.split())
    names = [agent and agent.name for agent in tables[0].players.values()]
    assert names == [first, second]


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
def test_the_board_is_redrawn_in_place_where_a_person_can_follow_it(
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
    play(first=first, second=second, pace=pace)
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
def test_statistics_cover_both_players_unless_one_is_named(
    words: list[str], told: set[int], tables: list[TerminalPlay]
) -> None:
    printed("play", "--second", "random", *words)
    assert tables[0].told == told
