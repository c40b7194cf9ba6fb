"""Our features of a 7×6 board, which look at most one move ahead, and scores certain from these.

Features are for the player who just moved, the *ally*; the *opponent* is to move. Of a board and
its mirror image, always the same one is used, so both have equal features. Each function that takes
a ``place`` of ``out`` writes its features from there on and returns the next free place. The names
of the features in their order are in `enraya.models.features`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import (
    column_cells,
    drops,
    has_four,
    line_cells,
    mirrored,
    row_cells,
    rows_of_parity,
    safe_moves,
    winning_cells,
)
from enraya.kernels.core.board import Board, stones_of, win_score
from enraya.kernels.core.compile import ONE, ZERO, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index, popcount
from enraya.kernels.core.windows import Direction, directions, held
from enraya.kernels.heuristics.evaluator import Context
from enraya.kernels.heuristics.threats import above, zugzwang
from enraya.kernels.heuristics.ugr import centrality
from enraya.kernels.models.features_paper import INPUTS, OURS, look_with_paper

OUR_FEATURES = 173
Features = NDArray[np.float64]


@shared
def write_cells(geometry: Geometry, ally: int, opponent: int, out: Features, place: int) -> int:
    """Writes a number for each cell, column by column.

    It is 1 for a cell in ``ally``, -1 for one in ``opponent``, 2 for both, and 0 for neither.
    """
    for column in range(geometry.columns):
        for row in range(geometry.rows):
            cell = ONE << word(column * geometry.stride + row)
            own, other = (ally & cell) != 0, (opponent & cell) != 0
            out[place] = 2.0 if own and other else (1.0 if own else (-1.0 if other else 0.0))
            place += 1
    return place


@shared
def write_heights(geometry: Geometry, occupied: int, out: Features, place: int) -> int:
    """Writes the number of stones in each column."""
    for column in range(geometry.columns):
        out[place] = popcount(occupied & column_cells(geometry, column))
        place += 1
    return place


@shared
def _write_held(
    geometry: Geometry, ally: int, opponent: int, direction: Direction, out: Features, place: int
) -> int:
    """Writes both players' numbers of open windows with one, two, three stones in a direction."""
    own = held(geometry, ally, opponent, direction)
    other = held(geometry, opponent, ally, direction)
    out[place], out[place + 1], out[place + 2] = (
        popcount(own.one), popcount(own.two), popcount(own.three),
    )  # fmt: skip
    out[place + 3], out[place + 4], out[place + 5] = (
        popcount(other.one), popcount(other.two), popcount(other.three),
    )  # fmt: skip
    return place + 6


@shared
def write_windows(geometry: Geometry, ally: int, opponent: int, out: Features, place: int) -> int:
    """Writes the numbers of open windows by direction, and how near the centre the stones are."""
    diagonal = place + 12
    for direction in directions(geometry):
        place = _write_held(geometry, ally, opponent, direction, out, place)
    for i in range(6):  # both diagonals together, so that a mirror image has the same features
        out[diagonal + i] += out[diagonal + 6 + i]
    out[diagonal + 6] = centrality(geometry, ally)
    out[diagonal + 7] = centrality(geometry, opponent)
    return diagonal + 8


@shared
def write_threats(
    geometry: Geometry, cells: int, hidden: int, playable: int, parity: int, out: Features,
    place: int,
) -> int:  # fmt: skip
    """Writes how many threats a player has: by row, playable, and directly above a playable cell.

    Then those not above any threat on rows of the player's ``parity`` and on other rows, those
    above a threat of either player, and those directly above another one of the same player.
    """
    for row in range(geometry.rows):
        out[place + row] = popcount(cells & row_cells(geometry, row))
    place += geometry.rows
    useful = cells & ~hidden
    good = popcount(useful & rows_of_parity(geometry, parity))
    out[place] = popcount(cells & playable)
    out[place + 1] = popcount(cells & (playable << ONE) & geometry.not_bottom)
    out[place + 2] = good
    out[place + 3] = popcount(useful) - good
    out[place + 4] = popcount(cells & hidden)
    out[place + 5] = popcount(cells & (cells << ONE) & geometry.not_bottom)
    return place + 6


@shared
def write_lowest(geometry: Geometry, cells: int, occupied: int, out: Features, place: int) -> int:
    """Writes how many stones must fall in each column before its lowest threat; -1 without any."""
    for column in range(geometry.columns):
        inside = column_cells(geometry, column)
        height = popcount(occupied & inside)
        found = cells & inside
        row = lowest_index(found) - column * geometry.stride
        out[place] = -1.0 if found == 0 else float(row - height)
        place += 1
    return place


@shared
def quiet_cells(geometry: Geometry, cells: int, occupied: int) -> int:
    """The empty cells that can be filled before a stone must fall right below one of ``cells``."""
    below = (cells >> ONE) & geometry.board & ~occupied
    return geometry.board & ~occupied & ~(below | above(geometry, below) | cells)


@shared
def write_tempo(
    geometry: Geometry, mine: int, theirs: int, occupied: int, is_first: bool, out: Features,
    place: int,
) -> int:  # fmt: skip
    """Writes the number and parity of quiet cells, which tell who runs out of them, and zugzwang.

    Quiet cells are counted for the threats of either player and for those of both.
    """
    for cells in (mine, theirs, mine | theirs):
        quiet = popcount(quiet_cells(geometry, cells, occupied))
        out[place], out[place + 1] = quiet, quiet & 1
        place += 2
    hidden = above(geometry, mine | theirs)
    own, other = mine & ~hidden, theirs & ~hidden
    if is_first:
        out[place] = zugzwang(geometry, own, other)
    else:
        out[place] = -zugzwang(geometry, other, own)
    out[place + 1] = zugzwang_score(geometry, own, other, is_first)
    return place + 2


@shared
def zugzwang_score(geometry: Geometry, own: int, other: int, is_first: bool) -> float:
    """The score of ``own`` less that of ``other``, each for winning in its lowest useful threat.

    It is played when all other columns are full. Odd rows, counted from 1, are useful to the first
    player and even rows to the second. A score is the number of stones that the winner has left,
    the winning one included.
    """
    odd, even = rows_of_parity(geometry, 0), rows_of_parity(geometry, 1)
    good, bad = (own & odd, other & even) if is_first else (own & even, other & odd)
    return _left_above(geometry, good) - _left_above(geometry, bad)


@shared
def _left_above(geometry: Geometry, cells: int) -> float:
    """The score of winning in the lowest of the cells as its column fills up; 0 without cells."""
    for row in range(geometry.rows):
        if (cells & row_cells(geometry, row)) != 0:
            return float(win_score(row, geometry.rows))
    return 0.0


@shared
def hopes(geometry: Geometry, own: int, other: int) -> int:
    """The empty cells of open windows with two own stones, in rows and diagonals."""
    row, _, rising, falling = directions(geometry)
    cells = ZERO
    for direction in (row, rising, falling):
        cells |= line_cells(held(geometry, own, other, direction).two, direction.step)
    return cells & geometry.board & ~(own | other)


@shared
def write_hopes(
    geometry: Geometry, own: int, other: int, hidden: int, parity: int, out: Features, place: int
) -> int:
    """Writes how many of a player's hopes are above no threat: on rows of ``parity``, on others."""
    cells = hopes(geometry, own, other) & ~hidden
    good = popcount(cells & rows_of_parity(geometry, parity))
    out[place], out[place + 1] = good, popcount(cells) - good
    return place + 2


class Prospects(NamedTuple):
    """What a player could do with the next move."""

    wins: int
    """The number of moves that win at once."""
    safe: int
    """The number of moves after which the other player cannot win at once."""
    attacks: int
    """The number of safe moves that threaten to win with the next one."""
    doubles: int
    """The number of safe moves whose threats the other player cannot parry."""
    threats: int
    """The largest number of threats that a safe move leads to."""


class Certain(NamedTuple):
    """The exact score for the ally, if it can be seen at once."""

    is_known: bool
    score: int


@shared
def prospects(geometry: Geometry, own: int, other: int) -> Prospects:
    """What the owner of ``own`` could do if it were their turn."""
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
        is_double = count > 1 or (at_once << ONE & after & geometry.not_bottom) != 0
        doubles += 1 if is_double else 0
        most = max(most, popcount(after))
    return Prospects(wins, safe, attacks, doubles, most)


@shared
def certain(geometry: Geometry, ally: int, opponent: int, replies: Prospects) -> Certain:
    """The exact score, if the game is over or its winner needs at most two more moves."""
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
    """Writes the features of many boards, a row each, and the scores that are certain."""
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
    """The score of a board for the player who moved last, if it is certain.

    Otherwise the features that the model takes are written to the context's scratch space. Models
    on the paper's features are used even if the score is certain.
    """
    if context.weights[INPUTS] != OURS:
        look_with_paper(context, board, last)
        return Certain(False, 0)
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    replies = prospects(context, opponent, ally)
    known = certain(context, ally, opponent, replies)
    if not known.is_known:
        write_features(context, ally, opponent, replies, context.scratch)
    return known
