"""Minimax and alpha-beta to a fixed depth, as each of the papers does it.

What differs between the papers is data (`Style`): how ties are broken, when a branch is cut off,
what a decided game is worth and what is counted. Values are from the point of view of the player
to move at the root: nodes where they move maximise, the others minimise. The player to move decides
that, never the depth, so games with two moves in a row are searched correctly.

The search keeps its own stack, a row of two arrays for each ply, because recursion would spend
more time on passing its arguments than on searching. Whole games between two such searches are
played in one call.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, four_cells
from enraya.kernels.core.board import (
    DRAW,
    UNDECIDED,
    Board,
    Rules,
    act,
    blocked_result,
    can_explode,
    drop,
    explode,
    game_result,
    mover,
)
from enraya.kernels.core.compile import integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index, without_lowest
from enraya.kernels.core.windows import with_neighbour
from enraya.kernels.heuristics.evaluator import (
    BOARD_TYPE,
    CONTEXT_TYPE,
    EVALUATOR,
    GEOMETRY_TYPE,
    RULES_TYPE,
    Basis,
    Context,
    Evaluator,
    typeof,
)
from enraya.kernels.search import COUNTS, LEAVES, NODES, STOP_FLAG, UNLIMITED

FIRST, SECOND, BOMBS, CELLS, EXPLOSIONS = 0, 1, 2, 3, 4
"""What a row of ``words`` holds: a board, and those of its actions that remain to be searched."""
WORDS = 5
ALPHA, BETA, BEST = 0, 1, 2
"""What a row of ``bounds`` holds."""
BOUNDS = 3


class Style(NamedTuple):
    """What distinguishes the searches of the papers, as numbers."""

    prune: int
    """1: alpha-beta; 0: minimax, every branch is searched."""
    strict: int
    """1: cut off only when the bound is exceeded; 0: when it is reached."""
    last: int
    """1: of equally good moves the last is chosen; 0: the first."""
    count_decided: int
    """1: decided positions count as leaves; 0: only calls of the heuristic do."""
    full_is_zero: int
    """1: a full board is worth 0 even if the game continues; 0: its worth is the heuristic's."""
    past_wins: int
    """1: the search continues past a line, and at its last ply looks for one at the tops of the
    columns only; 0: a decided game ends it."""
    win: float
    """The value of a won game."""
    sooner: float
    """By how much each move before the win reduces its value."""
    bound: float
    """The window at the root is from minus this value to this value."""
    floor: float
    """The initial value of the maximum over the moves."""
    ceiling: float
    """The initial value of the minimum over the moves."""


STYLE_TYPE: Any = typeof(Style(1, 0, 0, 1, 0, 0, 1.0, 1.0, 1.0, 1.0, 1.0))
MOVE_VALUES: Any = types.int64(
    RULES_TYPE, GEOMETRY_TYPE, STYLE_TYPE, EVALUATOR, CONTEXT_TYPE, BOARD_TYPE, types.int64,
    types.int64, types.uint64[:, ::1], types.float64[:, ::1], types.float64[::1], types.int64[::1],
)  # fmt: skip
"""The signature of `move_values`."""
SEARCH_GAMES: Any = types.void(
    RULES_TYPE, GEOMETRY_TYPE, STYLE_TYPE, types.int64, EVALUATOR, CONTEXT_TYPE, EVALUATOR,
    CONTEXT_TYPE, types.uint64[:, ::1], types.int8[::1], types.int16[::1],
)  # fmt: skip
"""The signature of `search_games`; compile `move_values` first."""


@shared
def decided_value(style: Style, result: int, player: int, ply: int) -> float:
    """The value for ``player`` of a game that ended with this result after ``ply`` moves."""
    if result == DRAW:
        return 0.0
    win = style.win - style.sooner * ply
    return win if result == player + 1 else -win


@shared
def result_at_tops(rules: Rules, geometry: Geometry, board: Board) -> int:
    """The result by the columns' top stones alone: the leftmost of those in a line decides."""
    occupied = board.first | board.second
    tops = occupied & ~with_neighbour(geometry, occupied, 0, 1)
    lines = four_cells(geometry, board.first) | four_cells(geometry, board.second)
    if (tops & lines) == 0:
        return blocked_result(rules, geometry, board)
    owner = 0 if (lowest(tops & lines) & board.first) != 0 else 1
    return 2 - owner if rules.line_loses else owner + 1


@shared
def seen_result(rules: Rules, geometry: Geometry, style: Style, board: Board, left: int) -> int:
    """The result of a board as the search sees it, with ``left`` more moves to look ahead."""
    if style.past_wins == 0:
        return game_result(rules, geometry, board)
    if left > 0 and blocked_result(rules, geometry, board) == UNDECIDED:
        return UNDECIDED
    return result_at_tops(rules, geometry, board)


@shared
def is_cut(style: Style, maximises: bool, best: float, alpha: float, beta: float) -> bool:
    """Whether the remaining moves can no longer matter."""
    if maximises:
        return best > beta or (style.strict == 0 and best == beta)
    return best < alpha or (style.strict == 0 and best == alpha)


@shared
def column_of(geometry: Geometry, cells: int) -> int:
    """The column of the lowest of ``cells``; the number of columns if there is none."""
    if cells == 0:
        return geometry.columns
    return lowest_index(cells) // geometry.stride


@shared
def leaf_value(basis: Basis, style: Style, board: Board, player: int) -> float:
    """The value of an undecided board without looking ahead."""
    if style.full_is_zero != 0 and (board.first | board.second) == basis.geometry.board:
        return 0.0
    return basis.evaluate(basis.context, board, player)


@shared
def last_ply(
    basis: Basis, style: Style, board: Board, player: int, ply: int, alpha: float, beta: float,
    counts: NDArray[np.int64],
) -> float:  # fmt: skip
    """The value of an undecided board ``ply`` moves from the root, looking one move further."""
    rules, geometry = basis.rules, basis.geometry
    maximises = mover(rules, board.plies) == player
    best = style.floor if maximises else style.ceiling
    cells = drops(geometry, board.first | board.second)
    explosions = 1 if rules.bomb_period != 0 and can_explode(rules, board) else 0
    nodes = leaves = 0
    while cells != 0 or explosions != 0:
        if cells != 0:
            child = drop(rules, board, lowest(cells))
            cells = without_lowest(cells)
        else:
            child = explode(rules, geometry, board)
            explosions = 0
        nodes += 1
        result = seen_result(rules, geometry, style, child, 0)
        if result == UNDECIDED:
            leaves += 1
            found = leaf_value(basis, style, child, player)
        else:
            leaves += style.count_decided
            found = decided_value(style, result, player, ply + 1)
        best = max(best, found) if maximises else min(best, found)
        if style.prune != 0 and is_cut(style, maximises, best, alpha, beta):
            break
    counts[NODES] += nodes
    counts[LEAVES] += leaves
    return best


@shared
def open_node(
    rules: Rules, geometry: Geometry, style: Style, board: Board, maximises: bool,
    words: NDArray[np.uint64], bounds: NDArray[np.float64], ply: int,
) -> None:  # fmt: skip
    """Puts a board on the stack, with all its actions to be searched."""
    words[ply, FIRST], words[ply, SECOND] = board.first, board.second
    words[ply, BOMBS] = board.bombs
    words[ply, CELLS] = drops(geometry, board.first | board.second)
    words[ply, EXPLOSIONS] = word(rules.bomb_period != 0 and can_explode(rules, board))
    bounds[ply, BEST] = style.floor if maximises else style.ceiling
    if ply == 0:
        bounds[0, ALPHA], bounds[0, BETA] = -style.bound, style.bound
    else:
        bounds[ply, ALPHA], bounds[ply, BETA] = bounds[ply - 1, ALPHA], bounds[ply - 1, BETA]


@shared
def take_action(
    rules: Rules, geometry: Geometry, plies: int, words: NDArray[np.uint64], ply: int
) -> Board:
    """Removes the next action from the list of a node on the stack; returns the board after it."""
    board = Board(words[ply, FIRST], words[ply, SECOND], words[ply, BOMBS], plies)
    cells = words[ply, CELLS]
    if cells == 0:
        words[ply, EXPLOSIONS] = word(0)
        return explode(rules, geometry, board)
    words[ply, CELLS] = without_lowest(cells)
    return drop(rules, board, lowest(cells))


@shared
def fold(
    style: Style, maximises: bool, found: float, words: NDArray[np.uint64],
    bounds: NDArray[np.float64], ply: int,
) -> None:  # fmt: skip
    """Updates a node with the value of one of its actions; a cut-off removes all others."""
    best = max(bounds[ply, BEST], found) if maximises else min(bounds[ply, BEST], found)
    bounds[ply, BEST] = best
    if style.prune != 0:
        if is_cut(style, maximises, best, bounds[ply, ALPHA], bounds[ply, BETA]):
            words[ply, CELLS] = words[ply, EXPLOSIONS] = word(0)
        elif maximises:
            bounds[ply, ALPHA] = max(bounds[ply, ALPHA], best)
        else:
            bounds[ply, BETA] = min(bounds[ply, BETA], best)


@shared
def is_chosen(style: Style, chosen: int, found: float, best: float) -> bool:
    """Whether an action at the root is preferred to the best of those before it."""
    return chosen < 0 or found > best or (style.last != 0 and found == best)


@kernel
def move_values(
    rules: Rules, geometry: Geometry, style: Style, evaluate: Evaluator, context: Context,
    board: Board, depth: int, budget: int, words: NDArray[np.uint64],
    bounds: NDArray[np.float64], values: NDArray[np.float64], counts: NDArray[np.int64],
) -> int:  # fmt: skip
    """Writes the value of every action for the mover and returns the place of the chosen one.

    ``values``, modified in place, has a place for each column and a last one for the explosion;
    places of illegal actions are left unchanged. With pruning, a value that is not the best is only
    an upper bound. The board is undecided and ``depth`` at least 1; ``words`` and ``bounds`` have
    ``depth`` rows. After about ``budget`` nodes, or when `STOP_FLAG` of ``counts`` is set, the
    search stops with the flag set; places of actions that it did not finish are left unchanged.
    """
    basis = Basis(rules, geometry, evaluate, context)
    player, ply, chosen, place = mover(rules, board.plies), 0, -1, 0
    counts[NODES] += 1
    open_node(rules, geometry, style, board, True, words, bounds, 0)
    while counts[NODES] < budget and counts[STOP_FLAG] == 0:
        if words[ply, CELLS] == 0 and words[ply, EXPLOSIONS] == 0:
            found = bounds[ply, BEST]
            ply -= 1
            if ply < 0:
                break
        else:
            place = column_of(geometry, words[0, CELLS]) if ply == 0 else place
            child = take_action(rules, geometry, board.plies + ply, words, ply)
            counts[NODES] += 1
            left = depth - ply - 1
            result = seen_result(rules, geometry, style, child, left)
            if result != UNDECIDED:
                counts[LEAVES] += style.count_decided
                found = decided_value(style, result, player, ply + 1)
            elif left == 0:
                counts[LEAVES] += 1
                found = leaf_value(basis, style, child, player)
            elif left == 1:
                alpha, beta = bounds[ply, ALPHA], bounds[ply, BETA]
                found = last_ply(basis, style, child, player, ply + 1, alpha, beta, counts)
            else:
                ply += 1
                maximises = mover(rules, child.plies) == player
                open_node(rules, geometry, style, child, maximises, words, bounds, ply)
                continue
        if ply == 0:
            values[place] = found
            chosen = place if is_chosen(style, chosen, found, bounds[0, BEST]) else chosen
        fold(style, mover(rules, board.plies + ply) == player, found, words, bounds, ply)
    counts[STOP_FLAG] = ply >= 0
    return chosen


@shared
def _board_of(row: NDArray[np.uint64]) -> Board:
    """The board that a row of four words holds."""
    return Board(row[0], row[1], row[2], integer(row[3]))


@kernel
def search_games(
    rules: Rules, geometry: Geometry, style: Style, depth: int, first: Evaluator,
    first_context: Context, second: Evaluator, second_context: Context,
    boards: NDArray[np.uint64], winners: NDArray[np.int8], lengths: NDArray[np.int16],
) -> None:  # fmt: skip
    """Plays a game on from each board, with one heuristic for each player.

    Both look ``depth`` moves ahead. A row of ``boards`` holds the fields of `Board` in their order;
    no board is decided. ``winners`` (0 for a draw) and ``lengths``, opening included, are modified
    in place.
    """
    words, bounds = np.empty((depth, WORDS), dtype=np.uint64), np.empty((depth, BOUNDS))
    values, counts = np.empty(geometry.columns + 1), np.zeros(COUNTS, dtype=np.int64)
    for i in range(len(boards)):
        board, result = _board_of(boards[i]), integer(UNDECIDED)
        while result == UNDECIDED:
            counts[:] = 0
            if mover(rules, board.plies) == 0:  # Numba warns about functions chosen at run time
                place = move_values(
                    rules, geometry, style, first, first_context, board, depth, UNLIMITED,
                    words, bounds, values, counts,
                )  # fmt: skip
            else:
                place = move_values(
                    rules, geometry, style, second, second_context, board, depth, UNLIMITED,
                    words, bounds, values, counts,
                )  # fmt: skip
            board = act(rules, geometry, board, place)
            result = game_result(rules, geometry, board)
        winners[i], lengths[i] = result, board.plies
