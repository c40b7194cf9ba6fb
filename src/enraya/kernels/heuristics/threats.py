"""Our own hand-made evaluation: threats, the parity of their rows, zugzwang, and the centre.

A threat is an empty cell that completes four. Near the end of a classic game the players must fill
what is left: the first player gets the odd rows (counted from 1) and the second the even ones, so
a threat is worth more on a row of the right parity (Allis, "A knowledge-based approach of
Connect-Four", 1988). No stone lands above the lowest threat of a column before that one is settled.
"""

from enraya.kernels.core.bits import drops, rows_of_parity, winning_cells
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.windows import Direction, directions, held
from enraya.kernels.heuristics.evaluator import Context, Weights
from enraya.kernels.heuristics.ugr import centrality

DOUBLE_TURNS, SIGN, ONE, TWO, CENTRE = 0, 1, 2, 3, 4
GOOD, BAD, HIGHER, STACKED, AT_ONCE, ZUGZWANG = 5, 6, 7, 8, 9, 10
"""The weights of `threats`, by what they are for."""
WEIGHTS = 11


@shared
def above(geometry: Geometry, cells: int) -> int:
    """Every cell higher in its column than one of ``cells``."""
    higher = (cells << 1) & geometry.not_bottom
    for _ in range(geometry.rows - 2):
        higher |= (higher << 1) & geometry.not_bottom
    return higher


@shared
def _potential(
    geometry: Geometry, own: int, other: int, direction: Direction, weights: Weights
) -> float:
    """The worth of one direction's open windows with one or two stones, own less the other's."""
    mine = held(geometry, own, other, direction)
    theirs = held(geometry, other, own, direction)
    return weights[ONE] * (popcount(mine.one) - popcount(theirs.one)) + weights[TWO] * (
        popcount(mine.two) - popcount(theirs.two)
    )


@shared
def _threat_values(
    geometry: Geometry, cells: int, hidden: int, player: int, weights: Weights
) -> float:
    """The worth of a player's threats without zugzwang; ``hidden`` cells are above any threat."""
    useful = cells & ~hidden
    good = popcount(useful & rows_of_parity(geometry, player))
    stacked = popcount(cells & (cells << 1) & geometry.not_bottom)
    return (
        weights[GOOD] * good
        + weights[BAD] * (popcount(useful) - good)
        + weights[HIGHER] * popcount(cells & hidden)
        + weights[STACKED] * stacked
    )


@shared
def zugzwang(geometry: Geometry, first: int, second: int) -> int:
    """Who must give way when only threatened columns are left: 1 the second player, -1 the first.

    ``first`` and ``second`` are the lowest threats of the two players. The result is 0 when neither
    must give way, and on boards of odd height, where answering in the same column does not keep the
    parity.
    """
    if (geometry.rows & 1) != 0:
        return 0
    odd_rows = rows_of_parity(geometry, 0)  # rows 1, 3, … counted from 1
    firsts, seconds = popcount(first & odd_rows), popcount(second & odd_rows)
    if firsts > seconds:
        return 1
    if seconds > firsts or (second & ~odd_rows) != 0:
        return -1
    return 0


@kernel
def threats(geometry: Context, board: Board, player: int) -> float:
    """The worth of threats, zugzwang, open windows and the centre; own less the other's.

    ``weights``: 1 for two actions in a turn; -1 if a line loses; the rest as named above.
    """
    weights = geometry.weights
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    empty = geometry.board & ~(own | other)
    mine, theirs = winning_cells(geometry, own) & empty, winning_cells(geometry, other) & empty
    hidden = above(geometry, mine | theirs)
    total = weights[CENTRE] * (centrality(geometry, own) - centrality(geometry, other))
    for direction in directions(geometry):
        total += _potential(geometry, own, other, direction, weights)
    own_threats = _threat_values(geometry, mine, hidden, player, weights)
    other_threats = _threat_values(geometry, theirs, hidden, 1 - player, weights)
    total += (
        own_threats - other_threats
    )  # subtracted first, so that the values of both players are exactly opposite
    playable = drops(geometry, own | other)
    double = 1 if weights[DOUBLE_TURNS] != 0 else 0
    to_move = ((board.plies + double) >> double) & 1
    if to_move == player:
        total += weights[AT_ONCE] * ((mine & playable) != 0)
    else:
        total -= weights[AT_ONCE] * ((theirs & playable) != 0)
    lowest_first, lowest_second = mine & ~hidden, theirs & ~hidden
    if player == 0:
        total += weights[ZUGZWANG] * zugzwang(geometry, lowest_first, lowest_second)
    else:
        total -= weights[ZUGZWANG] * zugzwang(geometry, lowest_second, lowest_first)
    return weights[SIGN] * total
