"""All positions that games can reach with a given number of stones, as arrays.

A position and its mirror image count as one. Positions that share their first moves are neighbours,
so that solving one after the other reuses what the table holds.
"""

from collections.abc import Iterator
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.game.setup import position_of
from enraya.kernels.core.bits import mirrored
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.memory import Words
from enraya.kernels.games.perft import successors
from enraya.kernels.solver.book import FULL, WON, decide_each
from enraya.kernels.solver.workspace import make_workspace
from enraya.rules import RuleSet

MOST_BOARDS = 1 << 26
"""The most boards in a layer; more, with their successors, would not fit in memory."""
Scores = NDArray[np.int8]


class Layer(NamedTuple):
    """The positions with a given number of stones in which the game is not over."""

    rules: RuleSet
    plies: int
    movers: Words
    """The stones of the player to move."""
    occupied: Words
    keys: Words
    """A key for each position, all different; see `kernels.solver.book.book_key`."""
    scores: Scores
    """The scores of the positions that forced moves decide; `QUIET` for all others."""
    won: int
    """How many positions with this many stones the last move won, mirror images counted, too."""
    drawn: int
    """How many full boards with this many stones have no winner, mirror images counted, too."""

    def moves(self, index: int) -> str:
        """Moves that lead to the position at ``index``."""
        stones = (self.occupied[index] ^ self.movers[index], self.movers[index])
        first, second = stones if self.plies % 2 else stones[::-1]
        return position_of(_stacks(self.rules, int(first), int(second)), self.rules).moves


def _stacks(rules: RuleSet, first: int, second: int) -> list[str]:
    """The stones in each column, from the bottom up, as a text of 1s and 2s."""
    found = []
    for column in range(rules.columns):
        cells = range(column * rules.geometry.stride, column * rules.geometry.stride + rules.rows)
        found.append("".join("1" * (first >> i & 1) + "2" * (second >> i & 1) for i in cells))
    return found


def layers(rules: RuleSet, plies: int) -> Iterator[Layer]:
    """The layers of positions with 0, 1, … ``plies`` stones.

    Raises:
        InvalidSetting: if there are too many positions.
    """
    layer = _layer(rules, 0, np.zeros(1, np.uint64), np.zeros(1, np.uint64))
    yield layer
    for _ in range(plies):
        layer = _layer(rules, layer.plies + 1, *children(layer))
        yield layer


def children(layer: Layer) -> tuple[Words, Words]:
    """The positions after every move in every position: movers' stones and occupied cells."""
    rules, size = layer.rules, layer.movers.size * layer.rules.columns
    if size > MOST_BOARDS:
        raise InvalidSetting(
            f"{rules} has too many positions of {layer.plies + 1} plies for a book; use fewer plies"
        )
    is_odd = layer.plies % 2 == 1
    others = layer.occupied ^ layer.movers
    first, second = (others, layer.movers) if is_odd else (layer.movers, others)
    room = np.empty((2, size), dtype=np.uint64)
    count = successors(
        rules.numbers, rules.kernel_geometry, first, second, layer.plies, room[0], room[1]
    )
    first, second = room[:, :count]
    return (first if is_odd else second), first | second


def open_columns(layer: Layer) -> NDArray[np.int64]:
    """How many moves there are in each position."""
    tops = layer.occupied & layer.rules.kernel_geometry.top
    full: NDArray[np.int64] = np.bitwise_count(tops).astype(np.int64)
    return layer.rules.columns - full


def _layer(rules: RuleSet, plies: int, movers: Words, occupied: Words) -> Layer:
    """The layer of these positions, in their order; duplicates are left out."""
    keys, scores = decide(rules, movers, occupied)
    _, first = np.unique(keys, return_index=True)
    first.sort()
    going_on = first[scores[first] < WON]
    return Layer(
        rules,
        plies,
        movers[going_on],
        occupied[going_on],
        keys[going_on],
        scores[going_on],
        *(
            int(with_images(rules, movers[ended], occupied[ended]).sum())
            for ended in (first[scores[first] == end] for end in (WON, FULL))
        ),
    )


def decide(rules: RuleSet, movers: Words, occupied: Words) -> tuple[Words, Scores]:
    """The key of each position, and its score if that needs no search; see `decide_each`."""
    workspace = make_workspace(rules.geometry)
    keys, scores = np.empty_like(movers), np.empty(movers.size, dtype=np.int8)
    decide_each(movers, occupied, workspace.ctypes.data, keys, scores)
    return keys, scores


def with_images(rules: RuleSet, movers: Words, occupied: Words) -> NDArray[np.int64]:
    """How many positions each one stands for: 2, or 1 if it is its own mirror image."""
    geometry = rules.kernel_geometry
    is_own = (_image(geometry, movers) == movers) & (_image(geometry, occupied) == occupied)
    return np.where(is_own, 1, 2)


def _image(geometry: Geometry, stones: Words) -> Words:
    return cast(Words, mirrored(geometry, stones))  # type: ignore[arg-type]  # for words or arrays
