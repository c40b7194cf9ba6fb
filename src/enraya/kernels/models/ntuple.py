"""Boards valued by look-up tables over groups of cells (n-tuples).

A *look* reads some cells of a board as one number, the index into a table of weights; the value of
the board is the sum of what all looks find. Cells fill from below, so what a column shows is one
small number, its *code*: a mark at the height of the next stone, and below it a bit for each
stone, set where it is the first player's::

    .              0 1 0 0 1   mark at row 3, then from the top: second, second, first player
    2              = 2³ + 2⁰ = 9
    2
    1

The index of a look is a sum over the columns of what each column's code contributes to it. So
this module knows nothing of the shape of the looks; `enraya.models.ntuple_shapes` makes it. Looks
come in pairs, one being the mirror image of the other.

There are weights for each player to move; all are seen by the first player, who maximises. Lucas,
"Learning to play Othello with n-tuple systems" (2008); Thill, Koch and Konen, "Reinforcement
learning with n-tuples on the game Connect-4" (2012).

Tables that were fitted to exact labels have the same numbers; their looks find the score for the
player who just moved. It is *widened*: won and lost scores are further from 0 by a step, so that a
table errs more by mistaking a win for a draw than by mistaking a win for a later one. Where the
score can be seen at once (`certain`), the tables are not asked.
"""

from math import tanh
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, safe_moves, winning_cells
from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import ONE, integer, kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import without_lowest
from enraya.kernels.heuristics.evaluator import Context, numbers_of
from enraya.kernels.models.features import certain, prospects

LOOKS, ENTRIES, CODES = 0, 1, 2
"""What the weights of the heuristic `ntuple` are: sizes of the parts of its numbers."""
STEP = 3
"""One weight more of `tables_value`: by how much its scores are widened."""
OPEN = 2.0
"""No value: neither player can force matters with the next stone."""


class Wiring(NamedTuple):
    """How the looks read a board."""

    contributions: NDArray[np.int32]
    """By column, code and look: what is added to the index."""
    touched: NDArray[np.int32]
    """The looks whose index changes when a stone falls, cell by cell, column by column."""
    touched_from: NDArray[np.int32]
    """Where the looks of each cell begin in ``touched``; the end of the last one is added."""


@shared
def column_code(geometry: Geometry, first: int, occupied: int, column: int) -> int:
    """What a column shows, as drawn above."""
    shift = column * geometry.stride
    stones = (occupied >> shift) & geometry.first_column
    return integer(stones + ONE + ((first >> shift) & geometry.first_column))


@shared
def locate(
    geometry: Geometry, contributions: NDArray[np.int32], first: int, occupied: int,
    indexes: NDArray[np.int32],
) -> None:  # fmt: skip
    """Writes the index of every look at a board."""
    indexes[:] = 0
    for column in range(geometry.columns):
        added = contributions[column, column_code(geometry, first, occupied, column)]
        for look in range(indexes.size):
            indexes[look] += added[look]


@shared
def sum_at(weights: NDArray[np.float32], indexes: NDArray[np.int32]) -> float:
    """What all looks with these indexes find together."""
    total = np.float32(0)
    for look in range(0, indexes.size, 2):  # first each look with its mirror image: a + b = b + a
        total += weights[indexes[look]] + weights[indexes[look + 1]]
    return float(total)


@shared
def value_at(weights: NDArray[np.float32], indexes: NDArray[np.int32]) -> float:
    """The value of the board whose looks have these indexes, from -1 to 1."""
    return tanh(sum_at(weights, indexes))


@shared
def known_value(geometry: Geometry, own: int, other: int) -> float:
    """What the rules alone say of an undecided board: 1, -1, 0, or `OPEN`; ``own`` is to move.

    1: the mover completes four at once. -1: the opponent does so after any move. 0: the board is
    full.
    """
    occupied = own | other
    if (winning_cells(geometry, own) & drops(geometry, occupied)) != 0:
        return 1.0
    return known_reply(geometry, occupied, winning_cells(geometry, other) & ~occupied)


@shared
def known_reply(geometry: Geometry, occupied: int, losses: int) -> float:
    """Like `known_value`, when the mover cannot win at once.

    ``losses`` are the empty cells that complete a four of the opponent.
    """
    if occupied == geometry.board:
        return 0.0
    return -1.0 if safe_moves(geometry, occupied, losses) == 0 else OPEN


@shared
def sum_of_looks(context: Context, board: Board) -> float:
    """What all looks of a model find at a board.

    The numbers are the contributions to the indexes, then the weights for each player to move.
    """
    looks, codes = int(context.weights[LOOKS]), int(context.weights[CODES])
    numbers, scratch = numbers_of(context), context.scratch
    for look in range(looks):
        scratch[look] = 0.0
    for column in range(context.columns):
        code = column_code(context, board.first, board.first | board.second, column)
        row = (column * codes + code) * looks
        for look in range(looks):
            scratch[look] += numbers[row + look]
    mover = board.plies & 1
    start = context.columns * codes * looks + mover * int(context.weights[ENTRIES])
    total = np.float32(0)
    for look in range(0, looks, 2):  # as in `sum_at`
        here, there = int(scratch[look]), int(scratch[look + 1])
        total += numbers[start + here] + numbers[start + there]
    return float(total)


@shared
def only_move(geometry: Geometry, own: int, other: int) -> int:
    """The cell of the one move after which the opponent cannot complete four; none if several."""
    occupied = own | other
    safe = safe_moves(geometry, occupied, winning_cells(geometry, other) & ~occupied)
    return safe if without_lowest(safe) == 0 else safe & ~safe


@shared
def after_forced(geometry: Geometry, board: Board) -> tuple[Board, float]:
    """The board after all moves that have no alternative, and its `known_value`."""
    while True:
        mover = board.plies & 1
        own, other = stones_of(board, mover), stones_of(board, 1 - mover)
        value, cell = known_value(geometry, own, other), only_move(geometry, own, other)
        if value != OPEN or cell == 0:
            return board, value
        first = board.first | cell if mover == 0 else board.first
        second = board.second | cell if mover == 1 else board.second
        board = Board(first, second, board.bombs, board.plies + 1)


@kernel
def ntuple(context: Context, board: Board, player: int) -> float:
    """How a trained model expects a classic game to end for a player: -1 lost, 0 drawn, 1 won.

    The looks are at the board where the next choice is: what is forced needs no guess.
    """
    board, value = after_forced(context, board)
    if value == OPEN:
        found = tanh(sum_of_looks(context, board))
        return found if player == 0 else -found
    return value if player == board.plies & 1 else -value


@shared
def narrowed(value: float, step: float) -> float:
    """The score that a widened value stands for; between -1 and 1 all is stretched."""
    if abs(value) < 1.0 + step:
        return value / (1.0 + step)
    return value - step if value > 0 else value + step


@kernel
def tables_value(context: Context, board: Board, player: int) -> float:
    """The score that the tables predict, for a player; classic games on 7×6."""
    last = (board.plies + 1) & 1
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    known = certain(context, ally, opponent, prospects(context, opponent, ally))
    value = float(known.score)
    if not known.is_known:
        value = narrowed(sum_of_looks(context, board), context.weights[STEP])
    return value if player == last else -value
