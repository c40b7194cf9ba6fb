"""The clock of a game by link."""

import pytest

from enraya.web.laboratory.links.clock import GameClock
from enraya.web.server.problems import Refusal
from tests.web.laboratory.links.making import acted, begun, played, wish


def test_the_clock_stands_until_the_first_move() -> None:
    game = played(begun(clock=GameClock.of(60, 0)), "4", now=1000)
    assert game.clock
    assert game.clock.left == (60, 60)
    assert game.clock.left_at(2, 1010) == (60, 50)


def test_a_turn_costs_time_and_gives_the_increment() -> None:
    game = played(played(begun(clock=GameClock.of(60, 2)), "4", now=100), "4", now=110)
    assert game.clock
    assert game.clock.left == (62, 52)


def test_of_two_actions_in_a_row_the_last_gives_the_increment() -> None:
    game = played(begun("boom", GameClock.of(60, 2)), "4", now=100)
    once = played(game, "4", now=105)
    assert once.clock
    assert once.clock.left == (62, 55)
    twice = played(once, "4", now=106)
    assert twice.clock
    assert twice.clock.left == (62, 56)


def test_who_runs_out_of_time_loses() -> None:
    game = played(begun(clock=GameClock.of(60, 0)), "4", now=100)
    assert game.settled(159.9) is game
    late = game.settled(160)
    assert (late.winner, late.conclusion) == (1, "time")
    assert [seat.points for seat in late.seats] == [1, 0]
    assert late.clock
    assert late.clock.left == (60, 0)
    assert late.version == game.version + 1
    with pytest.raises(Refusal, match="over"):
        late.act(1, wish(late, "move", "4"), 161)


def test_time_without_a_server_counts_for_nobody() -> None:
    game = played(played(begun(clock=GameClock.of(60, 0)), "4", now=100), "4", now=110)
    again = game.resumed(5000)
    assert again.settled(5001) is again
    assert again.clock
    assert again.clock.left_at(1, 5001) == (59, 50)
    assert again.version > game.version, "pages that come back must see the clock"
    assert begun().resumed(5000).version == begun().version


def test_taking_back_gives_no_time_back() -> None:
    game = played(played(begun(clock=GameClock.of(60, 0)), "4", now=100), "4", now=110)
    game = acted(acted(game, 1, "undo", 115), 0, "accept", 120)
    assert game.clock
    assert game.clock.left_at(2, 121) == (50, 49)
    game = acted(acted(game, 0, "undo", 122), 1, "accept", 125)
    assert game.clock
    assert game.clock.left_at(1, 1000) == (50, 45), "it stands until the first move"


def test_a_rematch_begins_with_full_clocks() -> None:
    game = played(begun(clock=GameClock.of(60, 1)), "1212121", now=5)
    game = acted(acted(game, 1, "rematch"), 0, "accept")
    assert game.clock == GameClock.of(60, 1)
