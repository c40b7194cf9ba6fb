"""Helpers for the kernel tests."""

from collections.abc import Iterator
from typing import TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.games.playouts import playouts
from enraya.rules import RuleSet
from tests.strategies import seeded
from tests.twin import Place

IS_COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # set at run time
_Case = TypeVar("_Case")

LARGEST_WORD = 2**64 - 1
EMPTY = Board(word(0), word(0), word(0), 0)


def sized(compiled: _Case, without_compiler: _Case) -> _Case:
    """The first case, or the smaller second one when NUMBA_DISABLE_JIT makes kernels slow."""
    return compiled if IS_COMPILED else without_compiler


def random_words(seed: int, count: int) -> list[int]:
    """The extreme words and random ones."""
    random = seeded(seed)
    return [0, 1, LARGEST_WORD, *(random.getrandbits(64) for _ in range(count))]


def splitmix(state: int) -> int:
    """The output function of SplitMix64, in plain integers."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & LARGEST_WORD
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & LARGEST_WORD
    return state ^ (state >> 31)


def random_stream(seed: int, number: int) -> Iterator[int]:
    """The random words of the game with this number, in plain integers."""
    golden, factor = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9
    state = splitmix((seed + golden) & LARGEST_WORD)
    state ^= splitmix((number * golden + factor) & LARGEST_WORD)
    while True:
        state = (state + golden) & LARGEST_WORD
        yield splitmix(state)


def kernel_board(board: Board) -> Board:
    """The board with its sets of cells as words."""
    return Board(word(board.first), word(board.second), word(board.bombs), board.plies)


def plain(value: object) -> object:
    """Numbers of any type as Python integers, also inside tuples, so that they can be compared."""
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    return int(value)  # type: ignore[call-overload]  # a number of some type


def bits_of(geometry: Geometry, places: set[Place]) -> int:
    """The word with these places set."""
    return sum(1 << (column * geometry.stride + row) for column, row in places)


def places_of(geometry: Geometry, bits: int) -> set[Place]:
    """The places that are set in a word; every set bit must lie on the board."""
    places = {divmod(index, geometry.stride) for index in range(64) if bits >> index & 1}
    assert all(c < geometry.columns and r < geometry.rows for c, r in places)
    return places


def play_games(
    rules: RuleSet, seed: int, first_game: int, count: int, board: Board = EMPTY
) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """Results and lengths of random games."""
    results, lengths = np.empty(count, np.int8), np.empty(count, np.int32)
    numbers, geometry = rules.numbers, rules.kernel_geometry
    playouts(numbers, geometry, board, word(seed), first_game, results, lengths)
    return results, lengths
