"""Our features of a 7×6 board, at most one move ahead, and what is certain at that distance.

Seen by the player who just moved, the *ally*; the *opponent* is to move. Of a board and its mirror
image one and the same is looked at, so both have equal features. The names of the features in
their order are in `enraya.models.features`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, has_four, mirrored, safe_moves, winning_cells
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, popcount
from enraya.kernels.core.score import win_score
from enraya.kernels.heuristics.evaluator import Context
from enraya.kernels.heuristics.threats import above
from enraya.kernels.models.features_board import (
    Features,
    write_cells,
    write_heights,
    write_hopes,
    write_lowest,
    write_tempo,
    write_threats,
    write_windows,
)

OUR_FEATURES = 173
_ONE = word(1)


class Prospects(NamedTuple):
    """What a player could do with the next move."""

    wins: int
    """Moves that win at once."""
    safe: int
    """Moves after which the other cannot win at once."""
    attacks: int
    """Safe moves that threaten to win with the next one."""
    doubles: int
    """Safe moves whose threats the other cannot parry."""
    threats: int
    """The most threats after a safe move."""


class Certain(NamedTuple):
    """The exact score for the ally, where it can be seen at once."""

    is_known: bool
    score: int


@shared
def prospects(geometry: Geometry, own: int, other: int) -> Prospects:
    """What the owner of ``own`` could do if it were his turn."""
    occupied = own | other
    playable, empty = drops(geometry, occupied), geometry.board & ~occupied
    wins = popcount(winning_cells(geometry, own) & empty & playable)
    moves = safe_moves(geometry, occupied, winning_cells(geometry, other) & empty)
    safe, attacks, doubles, most = popcount(moves), 0, 0, 0
    while moves != 0:
        cell = lowest(moves)
        moves ^= cell
        after = winning_cells(geometry, own | cell) & empty & ~cell
        at_once = after & drops(geometry, occupied | cell)
        count = popcount(at_once)
        attacks += 1 if count > 0 else 0
        is_double = count > 1 or (at_once << _ONE & after & geometry.not_bottom) != 0
        doubles += 1 if is_double else 0
        most = max(most, popcount(after))
    return Prospects(wins, safe, attacks, doubles, most)


@shared
def certain(geometry: Geometry, ally: int, opponent: int, replies: Prospects) -> Certain:
    """The exact score, when a win is on the board or at most two moves of its winner away."""
    plies, cells = popcount(ally) + popcount(opponent), geometry.columns * geometry.rows
    if has_four(geometry, ally):
        return Certain(True, win_score(plies - 1, cells))
    if plies == cells:
        return Certain(True, 0)
    if replies.wins > 0:
        return Certain(True, -win_score(plies, cells))
    if replies.safe == 0:
        return Certain(True, win_score(plies + 1, cells))
    if replies.doubles > 0:
        return Certain(True, -win_score(plies + 2, cells))
    return Certain(False, 0)


@shared
def _write_prospects(found: Prospects, out: Features, place: int) -> int:
    out[place], out[place + 1], out[place + 2] = found.wins, found.safe, found.attacks
    out[place + 3], out[place + 4] = found.doubles, found.threats
    return place + 5


@shared
def write_features(
    geometry: Geometry, ally: int, opponent: int, replies: Prospects, out: Features
) -> None:
    """Writes all our features; ``replies`` are the opponent's prospects."""
    image, other_image = mirrored(geometry, ally), mirrored(geometry, opponent)
    if image < ally or (image == ally and other_image < opponent):
        ally, opponent = image, other_image
    occupied = ally | opponent
    plies = popcount(occupied)
    is_first = (plies & 1) == 1
    parity = 0 if is_first else 1
    playable, empty = drops(geometry, occupied), geometry.board & ~occupied
    mine, theirs = winning_cells(geometry, ally) & empty, winning_cells(geometry, opponent) & empty
    hidden = above(geometry, mine | theirs)
    out[0], out[1] = plies, parity
    place = write_heights(geometry, occupied, out, 2)
    place = write_windows(geometry, ally, opponent, out, place)
    place = write_threats(geometry, mine, hidden, playable, parity, out, place)
    place = write_threats(geometry, theirs, hidden, playable, 1 - parity, out, place)
    place = write_lowest(geometry, mine, occupied, out, place)
    place = write_lowest(geometry, theirs, occupied, out, place)
    place = write_tempo(geometry, mine, theirs, occupied, is_first, out, place)
    place = write_hopes(geometry, ally, opponent, hidden, parity, out, place)
    place = write_hopes(geometry, opponent, ally, hidden, 1 - parity, out, place)
    place = _write_prospects(replies, out, place)
    place = _write_prospects(prospects(geometry, ally, opponent), out, place)
    place = write_cells(geometry, ally, opponent, out, place)
    write_cells(geometry, mine, theirs, out, place)


@kernel
def our_features(
    geometry: Geometry,
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    out: NDArray[np.float64],
    known: NDArray[np.bool_],
    scores: NDArray[np.float64],
) -> None:
    """Writes the features of many boards, a row each, and what is certain of them."""
    for i in range(first.size):
        ally, opponent = first[i], second[i]
        if ((popcount(first[i]) + popcount(second[i])) & 1) == 0:
            ally, opponent = opponent, ally
        replies = prospects(geometry, opponent, ally)
        write_features(geometry, ally, opponent, replies, out[i])
        found = certain(geometry, ally, opponent, replies)
        known[i], scores[i] = found.is_known, found.score


@shared
def look_at(context: Context, board: Board, last: int) -> Certain:
    """The score of a board for who moved last, if it is certain.

    If not, all our features of the board are in the scratch room of the context.
    """
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    replies = prospects(context, opponent, ally)
    known = certain(context, ally, opponent, replies)
    if not known.is_known:
        write_features(context, ally, opponent, replies, context.scratch)
    return known
