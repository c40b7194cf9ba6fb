"""Opening books: the exact score of every position up to some number of plies, in little space.

A book stores the positions with its full number of stones, and those with at least four fewer,
unless forced moves decide them. The scores of the other positions follow from a search of at most
three plies. No keys are kept (see `kernels.solver.retrieval`), because a book covers every position
that games can reach, and a `Position` is always one of these.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.kernels.core.memory import Words
from enraya.kernels.solver.book import (
    NO_MOVE,
    Shelf,
    book_score,
    book_scores,
    book_scores_of_moves,
)
from enraya.kernels.solver.retrieval import Bytes, Layout, fill
from enraya.kernels.solver.workspace import make_workspace
from enraya.rules import RuleSet
from enraya.solver.reachable_positions import Scores
from enraya.solver.search import as_signed

GAP = 4
"""By how many stones the last two stored layers of positions differ."""
MOST_SEEDS = 1000
LARGEST_SEGMENT_LOG2 = 18
_SPARE = 1
"""Extra bytes after the slots, because kernels read the last byte as part of a pair."""


class Book:
    """An opening book, in memory or mapped from its file.

    Args:
        rules: a classic game.
        plies: the book covers positions with at most this many stones.
        entries: how many of these positions are stored.
        layout: how the slots are laid out.
        slots: the packed slots, from which each position's index in ``scores`` is computed.
        scores: the distinct scores that occur.
    """

    def __init__(
        self,
        rules: RuleSet,
        plies: int,
        entries: int,
        layout: Layout,
        slots: Bytes,
        scores: Sequence[int],
    ) -> None:
        self.rules = rules
        self.plies = plies
        self.entries = entries
        self.layout = layout
        self.slots = slots
        self.scores = tuple(scores)
        self._workspace = make_workspace(rules.geometry)
        self._address = int(self._workspace.ctypes.data)
        # An index without a score, in a damaged book, must not lead outside the list.
        listed = np.zeros(1 << layout.bits, dtype=np.int8)
        listed[: len(scores)] = scores
        for array in (slots, listed):
            array.flags.writeable = False  # like a mapped file, which kernels read as another type
        self._shelf = Shelf(plies - GAP, plies, slots, layout, listed)

    def score(self, position: Position) -> int | None:
        """The exact score of a position; None if the book does not cover it or the game is over."""
        if position.plies > self.plies or position.rules != self.rules or position.is_over:
            return None
        return int(book_score(*_words(position), self._address, self._shelf))

    def scores_of_moves(self, position: Position) -> tuple[int | None, ...] | None:
        """The exact score of every column, None for full ones; None if the book lacks a score."""
        if position.plies >= self.plies or position.rules != self.rules or position.is_over:
            return None
        scores = np.empty(self.rules.columns, dtype=np.int64)
        book_scores_of_moves(*_words(position), self._address, self._shelf, scores)
        return tuple(None if score == NO_MOVE else score for score in scores.tolist())

    def scores_of(self, movers: Words, occupied: Words) -> Scores:
        """The exact scores of many positions that the book covers; none may be over."""
        scores = np.empty(movers.size, dtype=np.int8)
        book_scores(movers, occupied, self._address, self._shelf, scores)
        return scores

    @staticmethod
    def of_scores(rules: RuleSet, plies: int, keys: Words, scores: Scores) -> "Book":
        """The book that stores these scores for the positions with these keys.

        Raises:
            InvalidSetting: if two positions share a key, which can only happen on wide boards.
        """
        known, numbers = np.unique(scores, return_inverse=True)
        bits = max(1, (known.size - 1).bit_length())
        for seed in range(MOST_SEEDS):
            layout = _layout(keys.size, seed, bits)
            values = np.zeros(slot_count(layout), dtype=np.uint8)
            if fill(keys, numbers.astype(np.uint8), layout, values):
                return Book(rules, plies, keys.size, layout, _packed(values, bits), known.tolist())
        raise InvalidSetting(f"a book of {plies} plies is not possible for {rules}")


def is_stored(stones: NDArray[Any], plies: int) -> NDArray[np.bool_]:
    """Whether a book of ``plies`` plies stores positions with this many stones."""
    stored: NDArray[np.bool_] = (stones == plies) | (stones <= plies - GAP)
    return stored


def _words(position: Position) -> tuple[int, int]:
    """The mover's stones and the occupied cells, as kernels take them."""
    first, second, _, plies = position.board
    return as_signed(second if plies & 1 else first), as_signed(first | second)


def _layout(keys: int, seed: int, bits: int) -> Layout:
    """A layout with room for this many keys, sized by the rules of thumb of Graf and Lemire."""
    size = max(keys, 2)
    segment_log2 = int(math.log(size) / math.log(3.33) + 2.25)
    segment_log2 = max(1, min(segment_log2, LARGEST_SEGMENT_LOG2))
    factor = max(1.125, 0.875 + 0.25 * math.log(1_000_000) / math.log(size))
    segments = math.ceil(size * factor / (1 << segment_log2))
    return Layout(seed, segment_log2, max(1, segments - 2) << segment_log2, bits)


def slot_count(layout: Layout) -> int:
    """How many slots a layout has."""
    return layout.starts + (2 << layout.segment_log2)


def slot_bytes(layout: Layout) -> int:
    """How many bytes the slots of a layout take, the spare byte included."""
    return (slot_count(layout) * layout.bits + 7) // 8 + _SPARE


def _packed(values: Bytes, bits: int) -> Bytes:
    """The numbers packed one after another with this many bits each, from the lowest bit up."""
    spread = np.unpackbits(values[:, None], axis=1, count=bits, bitorder="little")
    packed = np.packbits(spread.ravel(), bitorder="little")
    return np.append(packed, np.zeros(_SPARE, dtype=np.uint8))
