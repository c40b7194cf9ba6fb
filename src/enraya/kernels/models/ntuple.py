"""Boards valued by look-up tables over groups of cells (n-tuples).

A *look* reads some cells of a board as one number, the index into a table of weights; the value of
the board comes from the sum of the weights that all looks find. Columns fill from below, so the
stones of a column make one small number, its *code*: a mark at the height of the next stone, and
below it a bit for each stone, set if it is the first player's::

    .              0 1 0 0 1   mark at row 3, then from the top: second, second, first player
    2              = 2³ + 2⁰ = 9
    2
    1

The index of a look is a sum over the columns of what each column's code contributes to it. So
this module does not depend on the shapes of the looks; `enraya.models.ntuple_shapes` makes them.
Looks come in pairs of mirror images.

Each player to move has a table of weights; all values are those for the first player. See Lucas,
"Learning to play Othello with n-tuple systems" (2008); Thill, Koch and Konen, "Reinforcement
learning with n-tuples on the game Connect-4" (2012).

Tables that were fitted to exact labels have the same layout; their looks add up to the score for
the player who just moved. This score is *widened*: won and lost scores are further from 0 by a
step, so that mistaking a win for a draw is a larger error than mistaking it for a later win. If the
score can be seen at once (`certain`), the tables are not used.
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
"""The weights of the heuristic `ntuple`: how many looks, entries of a table and codes there are."""
STEP = 3
"""A further weight of `tables_value`: by how much its scores are widened."""
OPEN = 2.0
"""Returned instead of a value if the rules alone do not tell the result of the next stones."""


class Wiring(NamedTuple):
    """How the looks read a board."""

    contributions: NDArray[np.int32]
    """By column, code and look: what is added to the look's index."""
    touched: NDArray[np.int32]
    """For each cell, column by column, the looks whose index a stone in that cell changes."""
    touched_from: NDArray[np.int32]
    """Where the looks of each cell begin in ``touched``; a last entry says where the list ends."""


@shared
def column_code(geometry: Geometry, first: int, occupied: int, column: int) -> int:
    """The code of a column, as drawn above."""
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
    """The sum of the weights with these indexes."""
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
    """The value of a board without a four by the rules alone, for ``own``, who is to move.

    1: the mover completes four at once. -1: the opponent does so after any move. 0: the board is
    full. `OPEN`: none of these.
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
    """The sum of the weights that all looks of a model find on a board.

    The model's numbers are the contributions to the indexes, then the weights for each player to
    move.
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
    """The cell of the only move after which the opponent cannot complete four.

    It is 0 if there is no such move, or more than one.
    """
    occupied = own | other
    safe = safe_moves(geometry, occupied, winning_cells(geometry, other) & ~occupied)
    return safe if without_lowest(safe) == 0 else safe & ~safe


@shared
def after_forced(geometry: Geometry, board: Board) -> tuple[Board, float]:
    """The board after all moves without an alternative were made, and its `known_value`."""
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

    The model values the board after all forced moves, where a player has a choice again.
    """
    board, value = after_forced(context, board)
    if value == OPEN:
        found = tanh(sum_of_looks(context, board))
        return found if player == 0 else -found
    return value if player == board.plies & 1 else -value


@shared
def narrowed(value: float, step: float) -> float:
    """The score that a widened value stands for; values around 0 are scaled down evenly."""
    if abs(value) < 1.0 + step:
        return value / (1.0 + step)
    return value - step if value > 0 else value + step


@kernel
def tables_value(context: Context, board: Board, player: int) -> float:
    """The score that the tables predict for a player in a classic game on 7×6."""
    last = (board.plies + 1) & 1
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    known = certain(context, ally, opponent, prospects(context, opponent, ally))
    value = float(known.score)
    if not known.is_known:
        value = narrowed(sum_of_looks(context, board), context.weights[STEP])
    return value if player == last else -value
