"""Every function that runs both ways gives the same compiled, on words and on Python integers.

The functions are listed by reading the modules, and their arguments are made by name, so a new
function is compared as soon as it is written.
"""

import inspect
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest
from numba import njit

from enraya.kernels.core import bits, board, intrinsics, randomness
from enraya.kernels.core.bits import drops
from enraya.kernels.core.board import UNDECIDED, Board, win_score
from enraya.kernels.core.compile import interpreted, kernel, word
from enraya.kernels.games import playouts
from enraya.rules import RuleSet
from tests.kernels.support import LARGEST_WORD, kernel_board, plain, sized
from tests.strategies import BOMB_RULES, RULES, seeded, walk

MODULES: list[ModuleType] = [intrinsics, bits, board, randomness, playouts]
WORD_ARGUMENTS = {
    "arrivals", "bits", "cell", "cells", "losses", "number", "occupied", "removed", "returns",
    "seed", "starts", "state", "stones",
}  # fmt: skip
COMPARED_ELSEWHERE = {"playouts", "win_score"}
"""A kernel with its module's name, and a function whose ``cells`` are a number."""
BOMB_FUNCTIONS = {"explode", "_fall", "first_line"}
"""Functions whose arguments only a game with bombs can give."""


class Situation(NamedTuple):
    """Something to ask a function about: a position and a source of random numbers."""

    rules: RuleSet
    board: Board
    random: Random


def shared_functions() -> list[Callable[..., Any]]:
    """The functions of the modules that run both ways: all but kernels and compile-time ones."""
    return [
        function
        for module in MODULES
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
        and function is interpreted(function)
        and not name.startswith("_compiled")
        and name not in COMPARED_ELSEWHERE
    ]


FUNCTIONS = shared_functions()


def situations(count: int) -> list[Situation]:
    """Positions of random games of every rule set; with bombs and without."""
    random = seeded(5)
    found = []
    for i in range(count):
        rules = RULES[i % len(RULES)]
        boards = [position.board for _, position in walk(rules, random.randbytes(70))]
        found.append(Situation(rules, random.choice(boards), random))
    return found


def explosive_situations(count: int) -> list[Situation]:
    """Positions of the bomb games in which the mover has a bomb and both have stones."""
    random = seeded(6)
    found: list[Situation] = []
    while len(found) < count:
        rules = BOMB_RULES[len(found) % len(BOMB_RULES)]
        boards = [
            position.board
            for _, position in walk(rules, random.randbytes(70))
            if position.can_explode
        ]
        if boards:
            found.append(Situation(rules, random.choice(boards), random))
    return found


def arguments(function: Callable[..., Any], situation: Situation) -> dict[str, Any]:
    """Arguments that the function accepts, as Python integers, made by their names."""
    rules, state, random = situation
    geometry = rules.geometry
    occupied = state.first | state.second
    stones = random.choice([state.first, state.second])
    row, column = random.randrange(geometry.rows), random.randrange(geometry.columns)
    step, arrivals, returns, starts = random.choice(
        [
            (1, geometry.not_bottom, geometry.not_top, geometry.rising_starts),
            (geometry.stride, geometry.board, geometry.board, geometry.board),
            (geometry.stride + 1, geometry.not_bottom, geometry.not_top, geometry.rising_starts),
            (geometry.stride - 1, geometry.not_top, geometry.not_bottom, geometry.falling_starts),
        ]
    )
    far_left = (1 << (geometry.columns - 3) * geometry.stride) - 1  # with three columns after it
    cells = drops(geometry, occupied) or geometry.bottom
    known = {
        "arrivals": arrivals,
        "bits": random.getrandbits(64),
        "board": state,
        "bound": random.randint(1, 17),
        "cell": cells & -cells,
        "cells": cells,
        "choice": random.randrange(cells.bit_count()),
        "column": column,
        "geometry": geometry,
        "losses": bits.winning_cells(geometry, stones) & ~occupied,
        "number": random.getrandbits(64),
        "parity": random.randrange(2),
        "place": column,
        "occupied": occupied,
        "player": random.randrange(2),
        "plies": state.plies,
        "removed": occupied & bits.row_cells(geometry, row),
        "returns": returns,
        "row": row,
        "rules": rules.numbers,
        "seed": random.getrandbits(64),
        "starts": starts & far_left & random.getrandbits(64),
        "state": random.getrandbits(64),
        "step": step,
        "stones": stones,
    }
    if function.__name__ == "random_action" and is_over(situation):
        known["board"] = Board(0, 0, 0, 0)
    if function.__name__ == "first_line":
        known["board"] = with_lines(situation)
    return {name: known[name] for name in inspect.signature(function).parameters}


def is_over(situation: Situation) -> bool:
    rules, state, _ = situation
    return board.game_result(rules.numbers, rules.geometry, state) != UNDECIDED


def with_lines(situation: Situation) -> Board:
    """A board on which one or both players have four in a line."""
    geometry, random = situation.rules.geometry, situation.random
    rows = random.sample(range(geometry.rows), 2)
    first, second = (bits.row_cells(geometry, row) for row in rows)
    return Board(first, random.choice([0, second]), 0, situation.board.plies)


def as_words(situation: Situation, given: dict[str, Any]) -> list[Any]:
    """The same arguments with sets of cells and random numbers as words, as kernels pass them."""
    words: dict[str, Any] = {name: word(given[name]) for name in given if name in WORD_ARGUMENTS}
    if "geometry" in given:
        words["geometry"] = situation.rules.kernel_geometry
    if "board" in given:
        words["board"] = kernel_board(given["board"])
    return list({**given, **words}.values())


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as kernels see it."""

    def call(*args: Any) -> Any:
        return function(*args)

    return cast(Callable[..., Any], njit(call))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_compiled_and_interpreted_agree(function: Callable[..., Any]) -> None:
    make = explosive_situations if function.__name__ in BOMB_FUNCTIONS else situations
    fast = compiled(function)
    for situation in make(sized(300, 60)):
        given = arguments(function, situation)
        words = as_words(situation, given)
        expected = plain(function(*words))
        assert plain(fast(*words)) == expected
        if function.__name__ != "playout":  # its random words make words of the board
            found = plain(function(*given.values()))
            if function.__name__ == "_gaps":  # its callers cut off what leaves the word
                assert isinstance(found, int)
                found &= LARGEST_WORD
            assert found == expected


@kernel
def compiled_win_score(plies: int, cells: int) -> int:
    return win_score(plies, cells)


def test_kernels_and_python_score_a_win_alike() -> None:
    for cells in (16, 25, 42, 64):
        for plies in range(cells + 4):  # bounds also ask about stones that no longer fit
            assert compiled_win_score(plies, cells) == win_score(plies, cells)


def test_the_list_of_compared_functions_is_not_empty() -> None:
    names = {function.__name__ for function in FUNCTIONS}
    assert {"popcount", "winning_cells", "game_result", "explode", "mix", "playout"} <= names
