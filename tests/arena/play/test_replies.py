"""Scripted humans against agents."""

import pytest

from enraya.agents import Choice, Limit
from enraya.arena.play.replies import play_script
from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.rules import parse_rules

CLASSIC = parse_rules("classic")
BOOM = parse_rules("boom")


@pytest.mark.parametrize(
    ("search", "nodes"),
    [("minimax", [2801, 2801, 2775, 2294, 799]), ("alphabeta", [561, 505, 1025, 396, 55])],
)
def test_searches_of_the_paper_take_the_published_nodes(search: str, nodes: list[int]) -> None:
    game = play_script(f"{search}(depth=4, eval=rivest, style=porto)", "11111", CLASSIC)
    assert game.end.moves == "1411151312"
    assert [reply.nodes for reply in game.replies] == nodes
    assert [reply.move for reply in game.replies] == [4, 1, 5, 3, 2]
    assert all(reply.seconds > 0 for reply in game.replies)
    assert game.unplayed == ""


def test_a_finished_game_ignores_the_rest_of_the_script() -> None:
    game = play_script("script(2222)", "11113", CLASSIC)
    assert (game.end.moves, game.end.result, game.unplayed) == ("1212121", 1, "3")


def test_a_full_column_ends_the_game() -> None:
    game = play_script("script(111)", "11117", CLASSIC)
    assert (game.end.moves, game.end.is_over, game.unplayed) == ("111111", False, "17")


def test_players_who_act_twice_take_two_moves_from_the_script() -> None:
    game = play_script("script(2233)", "145", BOOM)
    assert (game.end.moves, len(game.replies)) == ("1224533", 4)


def test_random_agents_repeat_their_game_with_the_same_seed() -> None:
    first, again, other = (
        play_script("random", "1234567", CLASSIC, seed=seed, repeats=3) for seed in (1, 1, 2)
    )
    assert first.end.moves == again.end.moves != other.end.moves
    assert all(reply.nodes is None for reply in first.replies)


class Timed:
    """An agent that reports given times, one game after the other."""

    name = "timed"

    def __init__(self, move: int, seconds: float | None) -> None:
        self.move, self.seconds = move, seconds

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Always the same."""
        del position, limit
        return Choice(self.move, seconds=self.seconds)


def test_the_shortest_time_of_identical_games_counts() -> None:
    agents = [Timed(4, 3.0), Timed(4, 2.0), Timed(5, 1.0)]
    game = play_script("timed", "1", CLASSIC, repeats=3, make=lambda *_: agents.pop(0))
    assert [(reply.move, reply.seconds) for reply in game.replies] == [(4, 2.0)]


def test_an_agent_that_reports_no_time_is_timed() -> None:
    hands = iter((5.0, 5.25))
    game = play_script(
        "timed", "1", CLASSIC, repeats=1,
        make=lambda *_: Timed(4, None), clock=lambda: next(hands),
    )  # fmt: skip
    assert game.replies[0].seconds == 0.25


@pytest.mark.parametrize(("seconds", "games"), [(3.0, 1), (0.25, 3), (0.0, 100)])
def test_a_quick_game_is_repeated_and_a_slow_one_is_not(seconds: float, games: int) -> None:
    agents = [Timed(4, seconds) for _ in range(games)]
    game = play_script("timed", "1", CLASSIC, make=lambda *_: agents.pop())
    assert game.replies[0].seconds == seconds
    assert not agents


@pytest.mark.parametrize(
    ("agent", "script", "words"),
    [
        ("random", "", "the script of the human has no moves"),
        ("random", "1x", "'x' is not a move"),
        ("randm", "1", "unknown agent 'randm'"),
        ("perfect", "1", "classic games only"),
    ],
)
def test_impossible_scripts_are_refused(agent: str, script: str, words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        play_script(agent, script, BOOM)
