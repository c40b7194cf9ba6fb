"""Conecta-4 BOOM: the golden games of its specification, and each rule on a drawn position."""

import pytest

from enraya.errors import IllegalMove
from enraya.game.outcome import Ending
from enraya.game.position import Position

FNV_BASIS, FNV_PRIME = 14695981039346656037, 1099511628211
LCG_FACTOR, LCG_STEP = 1664525, 1013904223
FIRST_GAMES = [
    ("627324423663B56777B555443422123244513B43555276", 2),
    ("1143452214655653", 1),
    ("222144741367B611523721422543", 1),
    ("5316633132111673411B21226623663544", 2),
]


def boom(moves: str) -> Position:
    return Position.parse(moves, "boom")


def lower_rows(position: Position, count: int) -> list[str]:
    """The lowest rows as drawn below: the highest of them first."""
    return list(reversed(position.rows_from_bottom[:count]))


def test_when_both_have_four_in_a_row_the_last_mover_wins() -> None:
    position = boom("55654453667472B")
    assert boom("55654453667472").bombs == (True, True)
    assert position.bombs == (True, False)
    assert lower_rows(position, 4) == [
        ".......",
        "....22.",
        "...4111",
        "...2222",
    ]
    assert position.outcome is not None
    assert position.outcome.winner == 2
    assert {cell.row for cell in position.outcome.cells} == {1, 2}


@pytest.mark.parametrize(
    ("moves", "actions", "winner"),
    [
        ("56346257147537B373177572556763642145215166BB43233B7243211417B4531B613247", 72, 2),
        ("654367534742211365271B72341241165335B444362221B522751573763173B471663", 69, 1),
    ],
)
def test_a_blocked_player_loses(moves: str, actions: int, winner: int) -> None:
    position = boom(moves)
    assert position.plies == actions
    assert position.outcome == (winner, Ending.BLOCKED, ())
    assert position.mover == 3 - winner
    assert "." not in "".join(position.rows_from_bottom)


def test_an_explosion_removes_only_the_opponents_stones_of_the_row() -> None:
    before = boom("24672462123347")
    assert lower_rows(before, 4) == [
        ".2.....",
        ".1.1...",
        ".142.25",
        "1122.21",
    ]
    after = before.play("B")  # player 2, whose bomb is the rightmost of the second row
    assert before.mover == 2
    assert lower_rows(after, 4) == [
        ".......",
        ".2.1...",
        ".1.2.2.",
        "1122.21",
    ]
    assert before.bombs == (True, True)
    assert after.bombs == (False, False)  # the opponent's bomb in that row is gone as well


@pytest.mark.parametrize(
    ("moves", "exploder", "winner"),
    [
        ("354643351627B", 1, 1),
        ("31442722423675B", 2, 2),
        ("34571512273422432B", 2, 1),
        ("654374437364324B", 1, 2),
    ],
)
def test_a_line_made_by_an_explosion_wins_for_its_owner(
    moves: str, exploder: int, winner: int
) -> None:
    assert boom(moves[:-1]).mover == exploder
    outcome = boom(moves).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.ending) == (winner, Ending.LINE)


def test_a_line_wins_between_the_two_actions_of_a_turn() -> None:
    position = boom("12311561")
    assert lower_rows(position, 4) == [
        "1......",
        "1......",
        "1......",
        "122.22.",
    ]
    assert position.mover == 1  # the turn would continue
    assert position.result == 1


def test_a_full_board_does_not_end_the_game_while_the_mover_has_a_bomb() -> None:
    position = boom("4227256762161372613315743561661377155334554224744")
    assert "." not in "".join(position.rows_from_bottom)
    assert position.legal_moves == ("B",)
    assert "." in "".join(position.play("B").rows_from_bottom)


def test_boom_without_a_bomb_is_illegal() -> None:
    with pytest.raises(IllegalMove, match="player 1 has no bomb on the board after ''"):
        boom("").play("B")


def test_a_thousand_random_games_match_the_published_ones() -> None:
    """The check of the specification: the same generator, the same games, the same hash."""
    state, digest = 1, FNV_BASIS
    winners, actions, booms, double, blocked = [0, 0, 0], 0, 0, 0, 0
    games = []
    for _ in range(1_000):
        position = Position.start("boom")
        while not position.is_over:
            state = (state * LCG_FACTOR + LCG_STEP) % 2**32
            legal = position.legal_moves
            position = position.play(legal[(state >> 16) % len(legal)])
        outcome = position.outcome
        assert outcome is not None
        for character in f"{position.moves}{outcome.winner}":
            digest = ((digest ^ ord(character)) * FNV_PRIME) % 2**64
        games.append((position.moves, outcome.winner))
        winners[outcome.winner] += 1
        actions += position.plies
        booms += position.moves.count("B")
        owners = {position.rows_from_bottom[c.row - 1][c.column - 1] for c in outcome.cells}
        double += bool(owners & set("14")) and bool(owners & set("25"))
        blocked += outcome.ending is Ending.BLOCKED
    assert games[:4] == FIRST_GAMES
    assert winners == [0, 477, 523]
    assert (actions, booms, double, blocked) == (22_805, 874, 5, 0)
    assert f"{digest:016x}" == "36de0bdfbd9521fa"
