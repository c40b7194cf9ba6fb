"""A game by link as a value."""

import pytest

from enraya.errors import IllegalMove
from enraya.web.laboratory.links.game import ActionName, GameClock, LinkGame, read_link_game
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import MAX_MOVES
from tests.web.laboratory.links.making import acted, begun, played, waiting, wish


def refused(game: LinkGame, seat: int, action: ActionName, move: str = "") -> str:
    """The code with which an action is refused."""
    with pytest.raises(Refusal) as found:
        game.act(seat, wish(game, action, move), 0.0)
    return found.value.code


@pytest.mark.parametrize(
    ("game", "seat", "action", "code"),
    [
        (waiting(), 0, "move", "no_friend"),
        (played(begun(), "4"), 0, "move", "not_your_turn"),
        (played(begun(), "4"), 1, "undo", "nothing_to_undo"),
        (acted(played(begun(), "44"), 0, "draw"), 1, "undo", "answer_first"),
        (acted(played(begun(), "44"), 0, "undo"), 1, "undo", "answer_first"),
        (begun(), 0, "rematch", "still_running"),
        (acted(begun(), 0, "draw"), 0, "accept", "no_offer"),
        (played(begun(), "1212121"), 1, "move", "game_over"),
    ],
)
def test_actions_that_do_not_fit_the_game_are_refused(
    game: LinkGame, seat: int, action: ActionName, code: str
) -> None:
    assert refused(game, seat, action, "4" if action == "move" else "") == code


def test_an_invitation_gives_the_seat_to_one_person_only() -> None:
    game = begun()
    assert game.taken("inv", "b", "Bo") is game, "the same message once more"
    with pytest.raises(Refusal, match="already taken"):
        game.taken("inv", "c", "Cy")
    with pytest.raises(Refusal, match="gives no seat"):
        waiting().taken("wrong", "c", "Cy")
    assert [game.seat_with(lock) for lock in ("a", "b", "c", "inv", "")] == [0, 1, None, None, None]


def test_in_boom_a_player_acts_twice() -> None:
    game = played(begun("boom"), "4")
    after = game.act(1, wish(game, "move", "4"), 0.0)
    after = after.act(1, wish(after, "move", "5"), 0.0)
    assert after.position.moves == "445"
    assert refused(after, 1, "move", "5") == "not_your_turn"


def test_a_move_against_the_rules_is_refused() -> None:
    game = played(begun(), "444444")
    with pytest.raises(IllegalMove):
        played(game, "4")


def test_a_move_on_an_old_board_is_refused() -> None:
    game = begun()
    old = wish(game, "move", "4")
    game = played(game, "12")
    with pytest.raises(Refusal, match="just changed"):
        game.act(0, old, 0.0)


def test_an_offer_does_not_make_a_pending_move_stale() -> None:
    game = begun()
    move = wish(game, "move", "4")
    game = acted(game, 1, "draw")
    assert game.act(0, move, 0.0).position.moves == "4"


def test_a_repeated_move_is_a_success_that_changes_nothing() -> None:
    game = begun()
    move = wish(game, "move", "4")
    once = game.act(0, move, 0.0)
    assert once.act(0, move, 0.0) is once
    later = played(once, "5")
    assert later.act(0, move, 0.0) is later


def test_a_move_that_was_taken_back_is_not_replayed() -> None:
    game = begun()
    move = wish(game, "move", "4")
    asked = acted(game.act(0, move, 0.0), 0, "undo")
    game = acted(asked, 1, "accept")
    assert game.position.moves == ""
    assert game.act(0, move, 0.0) is game
    with pytest.raises(Refusal, match="just changed"):
        game.act(0, wish(asked, "move", "4"), 0.0)


ENDED = {
    "a line": (played(begun(), "1212121"), 1, "line", [1, 0]),
    "resigned": (acted(begun(), 0, "resign"), 2, "resigned", [0, 1]),
    "accepted": (acted(acted(begun(), 0, "draw"), 1, "accept"), 0, "agreed", [0.5, 0.5]),
    "both offer": (acted(acted(begun(), 0, "draw"), 1, "draw"), 0, "agreed", [0.5, 0.5]),
}


@pytest.mark.parametrize(("game", "winner", "conclusion", "points"), ENDED.values(), ids=ENDED)
def test_a_game_ends_with_a_winner_a_reason_and_points(
    game: LinkGame, winner: int, conclusion: str, points: list[float]
) -> None:
    assert (game.winner, game.conclusion) == (winner, conclusion)
    assert [seat.points for seat in game.seats] == points


def test_resigning_is_accepted_even_if_the_opponent_has_just_moved() -> None:
    game = begun()
    resigns = wish(game, "resign")
    assert played(game, "4").act(1, resigns, 0.0).is_over


def test_resigning_late_does_not_lose_the_next_game() -> None:
    game = begun()
    game = acted(acted(game, 0, "resign"), 0, "rematch")
    late = wish(game, "resign")
    game = acted(game, 1, "rematch")
    with pytest.raises(Refusal, match="just changed"):
        game.act(1, late, 0.0)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_offer_can_be_declined_or_withdrawn(seat: int) -> None:
    game = acted(acted(begun(), 0, "draw"), seat, "decline")
    assert (game.offer, game.is_over) == (None, False)
    assert refused(game, 1, "accept") == "no_offer"


def test_a_move_declines_only_the_offer_of_the_opponent() -> None:
    game = acted(begun(), 0, "draw")
    own = played(game, "4")
    assert own.offer is not None
    assert played(own, "4").offer is None


def test_accepting_an_old_offer_does_not_accept_another() -> None:
    game = acted(played(begun(), "44"), 0, "undo")
    accepts = wish(game, "accept")
    game = acted(acted(game, 0, "decline"), 0, "draw")
    with pytest.raises(Refusal, match="just changed"):
        game.act(1, accepts, 0.0)


@pytest.mark.parametrize(
    ("rules", "moves", "seat", "left"),
    [
        ("classic", "44", 0, ""),
        ("classic", "443", 0, "44"),
        ("classic", "443", 1, "4"),
        ("boom", "445", 1, "44"),
        ("boom", "4455", 1, "44"),
    ],
)
def test_taking_back_returns_to_the_last_action_of_the_player_who_asks(
    rules: str, moves: str, seat: int, left: str
) -> None:
    asked = acted(played(begun(rules), moves), seat, "undo")
    assert asked.position.moves == moves, "not without the other's consent"
    game = acted(asked, 1 - seat, "accept")
    assert game.position.moves == left
    assert game.seat_of(game.position.mover) == seat


def test_a_rematch_swaps_sides_and_keeps_the_score() -> None:
    game = played(begun(), "1212121")
    game = acted(acted(game, 0, "rematch"), 1, "rematch")
    assert (game.number, game.position.moves, game.is_over, game.winner) == (2, "", False, None)
    assert [game.player_of(seat) for seat in (0, 1)] == [2, 1]
    assert refused(game, 0, "move", "4") == "not_your_turn"
    game = played(game, "1212121")
    assert [seat.points for seat in game.seats] == [1, 1]
    game = acted(acted(game, 1, "rematch"), 0, "rematch")
    assert [game.player_of(seat) for seat in (0, 1)] == [1, 2]


def test_only_a_different_name_is_a_change() -> None:
    game = waiting()
    assert game.named(0, "Ann") is game
    renamed = game.named(0, "Anna")
    assert [seat.name for seat in renamed.seats] == ["Anna", ""]
    assert renamed.version == game.version + 1


def test_an_endless_game_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_MOVES > 64
    monkeypatch.setattr("enraya.web.laboratory.links.game.MAX_MOVES", 3)
    game = played(begun(), "123")
    assert (game.winner, game.conclusion) == (0, "long")


def test_a_game_survives_saving_and_loading() -> None:
    game = acted(played(begun("boom", GameClock.of(60, 2)), "445", now=3.5), 0, "draw")
    assert read_link_game(game.to_json()) == game
    over = acted(game, 1, "accept")
    assert read_link_game(over.to_json()) == over


def left_of(game: LinkGame) -> tuple[float, ...]:
    """What was left to each player when the clock last began to run."""
    assert game.clock
    return game.clock.left


@pytest.mark.parametrize(
    ("rules", "increment", "moments", "left"),
    [
        ("classic", 0, [1000], (60, 60)),
        ("classic", 2, [100, 110], (62, 52)),
        ("boom", 2, [100, 105], (62, 55)),
        ("boom", 2, [100, 105, 106], (62, 56)),
    ],
    ids=["stands until the first move", "a turn", "the first of two actions", "both actions"],
)
def test_a_turn_costs_time_and_its_last_action_gives_the_increment(
    rules: str, increment: int, moments: list[float], left: tuple[float, float]
) -> None:
    game = begun(rules, GameClock.of(60, increment))
    for now in moments:
        game = played(game, "4", now=now)
    assert left_of(game) == left


def test_a_player_who_runs_out_of_time_loses() -> None:
    game = played(begun(clock=GameClock.of(60, 0)), "4", now=100)
    assert game.settled(159.9) is game
    late = game.settled(160)
    assert (late.winner, late.conclusion) == (1, "time")
    assert [seat.points for seat in late.seats] == [1, 0]
    assert left_of(late) == (60, 0)
    assert late.version == game.version + 1
    with pytest.raises(Refusal, match="over"):
        late.act(1, wish(late, "move", "4"), 161)


def test_time_while_the_server_was_down_is_not_counted() -> None:
    game = played(played(begun(clock=GameClock.of(60, 0)), "4", now=100), "4", now=110)
    again = game.resumed(5000)
    assert again.settled(5001) is again
    assert again.clock
    assert again.clock.left_at(1, 5001) == (59, 50)
    assert again.version > game.version, "pages that come back must see the clock"
    assert begun().resumed(5000).version == begun().version


def test_taking_a_move_back_does_not_return_its_time() -> None:
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
