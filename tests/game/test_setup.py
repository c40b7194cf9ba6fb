"""Positions set up by hand: games that lead there, or the reason why none does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.errors import EnrayaError, InvalidNotation, InvalidSetting
from enraya.game import setup
from enraya.game.position import Position
from enraya.game.setup import alternating_order, format_stacks, parse_stacks, position_of
from enraya.rules import parse_rules
from enraya.rules.classic import classic

CLASSIC = parse_rules("classic")
SIZES = [(7, 6), (4, 4), (8, 8), (9, 7), (16, 4), (4, 16), (12, 5)]


def stacks_of(text: str) -> list[str]:
    return parse_stacks(text, CLASSIC)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_order_is_found_for_every_position_of_a_game(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        position = Position.start(classic(*size))
        while not position.is_over:
            position = position.play(int(rng.choice(position.legal_moves)))
            stacks = parse_stacks(format_stacks(position), position.rules)
            assert position_of(stacks, position.rules) == position


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_alternating_order_is_found_for_full_boards(size: tuple[int, int]) -> None:
    columns, rows = size
    rng = np.random.default_rng(2)
    for _ in range(20):
        stacks = [""] * columns
        for ply in range(columns * rows):
            open_columns = [column for column in range(columns) if len(stacks[column]) < rows]
            stacks[rng.choice(open_columns)] += "12"[ply % 2]
        assert piled(alternating_order(stacks), columns) == stacks


def piled(order: list[int] | None, columns: int) -> list[str]:
    assert order is not None
    stacks = [""] * columns
    for ply, column in enumerate(order):
        stacks[column] += "12"[ply % 2]
    return stacks


def test_a_search_from_either_end_never_misses_an_existing_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(setup, "BUDGETS", (0,))
    for stacks in (["12", "2", "11221"], ["1", "22112", "121"]):  # easy from the end
        assert piled(alternating_order(stacks), 3) == stacks


@given(st.lists(st.text("12", max_size=3), min_size=4, max_size=4))
def test_an_order_is_found_exactly_where_brute_force_finds_one(stacks: list[str]) -> None:
    def can_be_piled(left: tuple[str, ...], ply: int) -> bool:
        wanted = "12"[ply % 2]
        return not any(left) or any(
            stack.startswith(wanted)
            and can_be_piled((*left[:i], stack[1:], *left[i + 1 :]), ply + 1)
            for i, stack in enumerate(left)
        )

    assert (alternating_order(stacks) is not None) == can_be_piled(tuple(stacks), 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11,,,,,,", "here it is 2 against 0"),
        ("1,,2,,,2,", "here it is 1 against 2"),
        ("1,1,1,1,2222,,", "both have four in a row"),
        ("1111,222,,,2,,", "Orange has four in a row, but did not move last"),
        ("1111,2222,,,,,", "both have four"),
        ("1111,,2,2,2,2,1", "both have four"),
        ("1111,22,22,22,1111,2,", "no last disc of Orange can have completed every four"),
        ("21,,,,,,", "no game leads there"),
        ("2211,,,,,,", "no game leads there"),
    ],
)
def test_positions_that_no_game_reaches_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidSetting, match=reason):
        position_of(stacks_of(text), CLASSIC)


def test_one_stone_may_complete_several_fours() -> None:
    """The bottom row is one stone's: the middle one, which nothing lies on.

    O O O . O O O
    X X X X X X X
    """
    position = position_of(stacks_of("12,12,12,1,12,12,12"), CLASSIC)
    assert position.result == 1
    assert position.moves.endswith("4")


@pytest.mark.parametrize("text", ["", "1,2", ",,,,,,,", "3,,,,,,", "1212121,,,,,,", "1.2,,,,,,"])
def test_malformed_set_ups_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        parse_stacks(text, CLASSIC)


def test_bomb_games_are_not_set_up() -> None:
    with pytest.raises(EnrayaError, match="only classic positions"):
        position_of([""] * 7, parse_rules("boom"))


def test_a_search_that_gives_up_does_not_claim_that_no_game_exists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hidden = stacks_of("1,2211,,,,,")
    with pytest.raises(InvalidSetting, match="no game leads there"):
        position_of(hidden, CLASSIC)
    monkeypatch.setattr(setup, "BUDGETS", (0,))
    with pytest.raises(InvalidSetting, match="there may be none"):
        position_of(hidden, CLASSIC)
