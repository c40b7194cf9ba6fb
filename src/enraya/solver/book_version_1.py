"""Books as version 0.2.0 wrote them: all positions, each with its key.

An entry is a key of fixed width and a score in one signed byte. In a key each column, from the
left, has rows + 1 bits: the mover's stones with a guard bit above the highest stone.
"""

import numpy as np

from enraya.errors import InvalidNotation
from enraya.kernels.solver.forced import QUIET
from enraya.rules import RuleSet
from enraya.solver.book import Book, is_stored
from enraya.solver.openings import decide
from enraya.solver.score import win_score


def entry_bytes(rules: RuleSet) -> int:
    """The bytes of an entry."""
    return (rules.columns * (rules.rows + 1) + 7) // 8 + 1


def book_of_entries(rules: RuleSet, plies: int, entries: bytes, name: str) -> Book:
    """The book with these entries.

    Raises:
        InvalidNotation: when a score is impossible; ``name`` is the book's.
    """
    width = entry_bytes(rules)
    rows = np.frombuffer(entries, dtype=np.uint8).reshape(-1, width)
    scores = rows[:, -1].view(np.int8).copy()
    best = win_score(0, rules.cells)
    if np.any(np.abs(scores.astype(int)) > best):
        raise InvalidNotation(f"the book {name!r} has a score beyond {best}")
    boards = [
        _board(rules, int.from_bytes(entries[start : start + width - 1], "big"))
        for start in range(0, len(entries), width)
    ]
    movers, occupied = np.array(boards, dtype=np.uint64).T.copy()
    keys, decided = decide(rules, movers, occupied)
    kept = (decided == QUIET) & is_stored(np.bitwise_count(occupied), plies)
    return Book.of_scores(rules, plies, keys[kept], scores[kept])


def _board(rules: RuleSet, key: int) -> tuple[int, int]:
    """The mover's stones and the occupied cells of a key."""
    geometry = rules.geometry
    mover = occupied = 0
    for column in range(rules.columns):
        guarded = key >> column * (rules.rows + 1) & (1 << rules.rows + 1) - 1
        height = max(guarded.bit_length() - 1, 0)
        occupied |= (1 << height) - 1 << column * geometry.stride
        mover |= (guarded & (1 << height) - 1) << column * geometry.stride
    return mover, occupied
