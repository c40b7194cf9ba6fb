"""Scores of early positions from a book, which stores only some of them (see `solver.book`).

A position that forced moves decide needs no entry. A position whose number of stones is not stored
has the score of its best move, found by a search of a few plies that ends at stored positions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, has_four, mirrored, safe_moves, winning_cells
from enraya.kernels.core.board import win_score
from enraya.kernels.core.compile import ZERO, inlined, integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, popcount, without_lowest
from enraya.kernels.core.randomness import mix
from enraya.kernels.solver.forced import QUIET, settle
from enraya.kernels.solver.retrieval import Bytes, Layout, retrieve
from enraya.kernels.solver.table import mirrored_key
from enraya.kernels.solver.workspace import cells_of, geometry_of

NO_MOVE = -128
"""Written instead of a score if the column is full."""
WON, FULL = 101, 102
"""Written instead of a score if the game is over: won by the last move, or drawn."""
_LOWEST, _HIGHEST = -99, 99


class Shelf(NamedTuple):
    """A book as kernels read it."""

    early: int
    """Positions with up to this many stones are stored."""
    plies: int
    """Positions with exactly this many stones are stored, too; later ones are not covered."""
    slots: Bytes
    layout: Layout
    scores: NDArray[np.int8]
    """The distinct scores that occur; a stored number is an index of this array."""


@shared
def book_key(geometry: Geometry, mover: int, occupied: int) -> int:
    """The key of a position: the same for its mirror image, different from every other.

    Wide boards have more positions than a word has values; there, two of a book's positions
    could share a key, but that would show when the book is built.
    """
    if not geometry.wide:
        key = mover + occupied
        return min(key, mirrored_key(geometry, key))
    full = occupied & geometry.top
    key = mover | drops(geometry, occupied)
    image = mix(mirrored(geometry, key)) + mirrored(geometry, full)
    return min(mix(key) + full, image)


@shared
def decided_score(geometry: Geometry, mover: int, occupied: int, workspace: int) -> int:
    """The score of a position if forced moves decide it, else `QUIET`."""
    wins = winning_cells(geometry, mover) & ~occupied
    if wins & drops(geometry, occupied) != ZERO:
        return win_score(popcount(occupied), cells_of(workspace))
    losses = winning_cells(geometry, occupied ^ mover) & ~occupied
    _, _, _, _, _, turned, score = settle(geometry, mover, occupied, wins, losses, workspace)
    return -score if turned and score != QUIET else score


@inlined
def _child(mover: int, occupied: int, move: int) -> tuple[int, int]:
    """The position after a move, from the other player's point of view."""
    return occupied ^ mover, occupied | move


@kernel
def _score(mover: int, occupied: int, alpha: int, beta: int, workspace: int, shelf: Shelf) -> int:
    """The score of an unfinished game's position if between alpha and beta, else a bound of it."""
    geometry = geometry_of(workspace)
    score = decided_score(geometry, mover, occupied, workspace)
    if score != QUIET:
        return score
    stones = popcount(occupied)
    if stones <= shelf.early or stones == shelf.plies:
        number = retrieve(book_key(geometry, mover, occupied), shelf.slots, shelf.layout)
        return integer(shelf.scores[number])
    losses = winning_cells(geometry, occupied ^ mover) & ~occupied
    moves = safe_moves(geometry, occupied, losses)
    best = integer(_LOWEST)  # Numba would give a literal a type of its own
    while moves != ZERO and best < beta:
        other, filled = _child(mover, occupied, lowest(moves))
        moves = without_lowest(moves)
        best = max(best, -_score(other, filled, -beta, -max(alpha, best), workspace, shelf))
    return best


@inlined
def _exact(mover: int, occupied: int, workspace: int, shelf: Shelf) -> int:
    """The score of a position in an unfinished game."""
    lowest_score, highest_score = integer(_LOWEST), integer(_HIGHEST)
    return _score(mover, occupied, lowest_score, highest_score, workspace, shelf)


@kernel
def book_score(mover: int, occupied: int, workspace: int, shelf: Shelf) -> int:
    """The score of a position in an unfinished game, with at most ``shelf.plies`` stones."""
    return _exact(word(mover), word(occupied), word(workspace), shelf)


@kernel
def book_scores_of_moves(
    mover: int, occupied: int, workspace: int, shelf: Shelf, scores: NDArray[np.int64]
) -> None:
    """Writes the score of each column, or `NO_MOVE`, for less than ``shelf.plies`` stones."""
    mover, occupied, workspace = word(mover), word(occupied), word(workspace)
    geometry = geometry_of(workspace)
    stones, cells = popcount(occupied), cells_of(workspace)
    wins = winning_cells(geometry, mover)
    for column in range(geometry.columns):
        cells_here = geometry.first_column << word(column * geometry.stride)
        move = drops(geometry, occupied) & cells_here
        if move == ZERO:
            scores[column] = NO_MOVE
        elif move & wins != ZERO:
            scores[column] = win_score(stones, cells)
        elif stones + 1 == cells:
            scores[column] = 0
        else:
            other, filled = _child(mover, occupied, move)
            scores[column] = -_exact(other, filled, workspace, shelf)


@kernel
def book_scores(
    movers: NDArray[np.uint64],
    occupied: NDArray[np.uint64],
    workspace: int,
    shelf: Shelf,
    scores: NDArray[np.int8],
) -> None:
    """Writes the score of each position; no game is over."""
    for i in range(movers.size):
        scores[i] = _exact(movers[i], occupied[i], word(workspace), shelf)


@kernel
def decide_each(
    movers: NDArray[np.uint64],
    occupied: NDArray[np.uint64],
    workspace: int,
    keys: NDArray[np.uint64],
    scores: NDArray[np.int8],
) -> None:
    """Writes each position's key, and its score if forced moves decide it.

    Otherwise `WON` or `FULL` if the game is over, else `QUIET`, is written instead of the score.
    """
    geometry = geometry_of(word(workspace))
    for i in range(movers.size):
        keys[i] = book_key(geometry, movers[i], occupied[i])
        if has_four(geometry, occupied[i] ^ movers[i]):
            scores[i] = WON
        elif occupied[i] == geometry.board:
            scores[i] = FULL
        else:
            scores[i] = decided_score(geometry, movers[i], occupied[i], word(workspace))
