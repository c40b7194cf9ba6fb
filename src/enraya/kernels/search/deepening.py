"""The strong search: alpha-beta with a table of positions and good move ordering.

Called for depth 1, 2, 3 and on, each time with what the table has learnt. Values are those of the
player to move and change sign only where the mover changes, so two moves in a row are right.
A won game is worth `WIN` less the number of moves made in it, so values do not depend on the way a
position was reached and may be kept in the table. Like `alphabeta`, it keeps its own stack.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, winning_cells
from enraya.kernels.core.board import (
    DRAW,
    UNDECIDED,
    Board,
    Rules,
    act,
    board_hash,
    can_explode,
    game_result,
    mover,
    stones_of,
)
from enraya.kernels.core.compile import integer, kernel, shared, word
from enraya.kernels.core.geometry import MAX_COLUMNS, Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index
from enraya.kernels.heuristics.evaluator import SEARCH_TYPES, Basis, Context, Evaluator, typeof
from enraya.kernels.search import LEAVES, NODES, STOP_FLAG

WIN = 1e9
LEAST_WIN = WIN - 1000
"""Every value beyond this is a won game."""
MAX_PLIES = 70
MAX_ACTIONS = MAX_COLUMNS + 1
"""A drop into each column, and the explosion."""
FIRST, SECOND, BOMBS, KEY = 0, 1, 2, 3
"""What a row of ``words`` holds."""
COUNT, NEXT, BEST_PLACE, DEPTH = 0, 1, 2, 3
"""What a row of ``marks`` holds: actions, those searched, the best one, moves still to look."""
ALPHA, BETA, BEST, START = 0, 1, 2, 3
"""What a row of ``bounds`` holds; the last is alpha as it was at first."""
EXACT, LOWER, UPPER = 0, 1, 2
_INFINITY = np.inf


class Stack(NamedTuple):
    """Work space, a row for each ply; all modified in place."""

    words: NDArray[np.uint64]
    places: NDArray[np.int64]
    marks: NDArray[np.int64]
    bounds: NDArray[np.float64]
    history: NDArray[np.float64]
    """By player and place: how often an action has caused a cut-off."""
    merits: NDArray[np.float64]
    """While actions are ordered: how promising each is."""


Table = NDArray[np.float64]
"""What is known of positions: a power of two of rows `SIGNATURE`, `VALUE`, `INFO` and a spare one,
so that a row is half a line of the processor's cache. The signature is the part of the key that a
float holds exactly; the info is depth · 256 + kind of bound · 32 + best place."""
SIGNATURE, VALUE, INFO, ROW = 0, 1, 2, 4
_UNSIGNED_BITS = word(12)


def make_stack() -> Stack:
    """Room for one search."""
    return Stack(
        np.zeros((MAX_PLIES, 4), dtype=np.uint64),
        np.zeros((MAX_PLIES, MAX_ACTIONS), dtype=np.int64),
        np.zeros((MAX_PLIES, 4), dtype=np.int64),
        np.zeros((MAX_PLIES, 4)),
        np.zeros((2, MAX_ACTIONS)),
        np.zeros(MAX_ACTIONS),
    )


def make_table(size_log2: int) -> Table:
    """An empty table."""
    return np.zeros((1 << size_log2, ROW))


BEST_ACTION: Any = types.int64(
    *SEARCH_TYPES, types.int64, types.int64, typeof(make_stack()), typeof(make_table(1)),
    types.float64[::1], types.int64[::1],
)  # fmt: skip
"""The signature of `best_action`."""


@shared
def win_value(plies: int) -> float:
    """The value of having won with the last of ``plies`` moves."""
    return WIN - plies


@shared
def row_of(table: Table, key: int) -> int:
    """The only row where a position can be."""
    return integer(key & word(table.shape[0] - 1))


@shared
def signature_of(key: int) -> float:
    """What tells the positions of one row apart; 0 stands for an empty row."""
    return float(key >> _UNSIGNED_BITS)


@shared
def known_value(table: Table, key: int, depth: int, alpha: float, beta: float) -> float:
    """What the table knows of a position if that is enough here, else not a number."""
    i = row_of(table, key)
    info = int(table[i, INFO])
    if table[i, SIGNATURE] != signature_of(key) or (info >> 8) < depth:
        return np.nan
    value, kind = float(table[i, VALUE]), (info >> 5) & 7
    if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
        return value
    return np.nan


@shared
def known_place(table: Table, key: int) -> int:
    """The best action the table knows of a position; -1 for none."""
    i = row_of(table, key)
    return int(table[i, INFO]) & 31 if table[i, SIGNATURE] == signature_of(key) else -1


@shared
def forced_cells(rules: Rules, geometry: Geometry, board: Board, playable: int) -> int:
    """The cell to play when nothing else makes sense: a win, else the opponent's; none if none."""
    if rules.double_turns != 0 or rules.bomb_period != 0:
        return playable & ~playable
    player = mover(rules, board.plies)
    wins = winning_cells(geometry, stones_of(board, player)) & playable
    if wins == 0:
        wins = winning_cells(geometry, stones_of(board, 1 - player)) & playable
    return lowest(wins)


@shared
def list_actions(
    rules: Rules, geometry: Geometry, board: Board, first: int, stack: Stack, ply: int
) -> None:
    """Writes the actions of a board, the most promising first; ``first`` before all others."""
    playable = drops(geometry, board.first | board.second)
    forced = forced_cells(rules, geometry, board, playable)
    player, count = mover(rules, board.plies), 0
    if forced != 0:
        stack.places[ply, 0] = lowest_index(forced) // geometry.stride
        stack.marks[ply, COUNT] = 1
        return
    actions = geometry.columns + (rules.bomb_period != 0 and can_explode(rules, board))
    for place in range(actions):
        column = geometry.first_column << (place * geometry.stride)
        if place < geometry.columns and (playable & column) == 0:
            continue
        merit = _merit(geometry, stack, player, place, first)
        i = count
        while i > 0 and stack.merits[i - 1] < merit:
            stack.places[ply, i] = stack.places[ply, i - 1]
            stack.merits[i] = stack.merits[i - 1]
            i -= 1
        stack.places[ply, i], stack.merits[i] = place, merit
        count += 1
    stack.marks[ply, COUNT] = count


@shared
def _merit(geometry: Geometry, stack: Stack, player: int, place: int, first: int) -> float:
    """How early an action is tried: the table's, then by cut-offs so far, then the centre."""
    if place == first:
        return _INFINITY
    distance = min(place, geometry.columns - 1 - place)
    return float(stack.history[player, place]) + 0.01 * distance


@shared
def open_node(
    rules: Rules, geometry: Geometry, board: Board, depth: int, alpha: float, beta: float,
    stack: Stack, table: Table, ply: int,
) -> None:  # fmt: skip
    """Puts a board on the stack, its actions ordered."""
    stack.words[ply, FIRST], stack.words[ply, SECOND] = board.first, board.second
    stack.words[ply, BOMBS] = board.bombs
    stack.words[ply, KEY] = board_hash(board)
    list_actions(rules, geometry, board, known_place(table, stack.words[ply, KEY]), stack, ply)
    extension = 1 if stack.marks[ply, COUNT] == 1 and ply < MAX_PLIES // 2 else 0
    stack.marks[ply, NEXT], stack.marks[ply, BEST_PLACE] = 0, stack.places[ply, 0]
    stack.marks[ply, DEPTH] = depth + extension  # a forced move costs no depth
    stack.bounds[ply, ALPHA] = stack.bounds[ply, START] = alpha
    stack.bounds[ply, BETA], stack.bounds[ply, BEST] = beta, -_INFINITY


@shared
def close_node(stack: Stack, table: Table, ply: int) -> None:
    """Keeps in the table what was found of the board on the stack."""
    value, kind = stack.bounds[ply, BEST], EXACT
    if value >= stack.bounds[ply, BETA]:
        kind = LOWER
    elif value <= stack.bounds[ply, START]:
        kind = UPPER
    key = stack.words[ply, KEY]
    i = row_of(table, key)
    depth, place = stack.marks[ply, DEPTH], stack.marks[ply, BEST_PLACE]
    table[i, SIGNATURE], table[i, VALUE] = signature_of(key), value
    table[i, INFO] = (depth << 8) | (kind << 5) | place


@shared
def fold(stack: Stack, ply: int, player: int, found: float) -> None:
    """Takes the value of the last action into account; a cut-off ends the list of actions."""
    place = stack.places[ply, stack.marks[ply, NEXT] - 1]
    if found > stack.bounds[ply, BEST]:
        stack.bounds[ply, BEST] = found
        stack.marks[ply, BEST_PLACE] = place
        stack.bounds[ply, ALPHA] = max(stack.bounds[ply, ALPHA], found)
    if stack.bounds[ply, ALPHA] >= stack.bounds[ply, BETA]:
        stack.marks[ply, NEXT] = stack.marks[ply, COUNT]
        stack.history[player, place] += stack.marks[ply, DEPTH] ** 2


@shared
def value_at_once(
    basis: Basis, board: Board, depth: int, alpha: float, beta: float, table: Table,
    counts: NDArray[np.int64],
) -> float:  # fmt: skip
    """The value of a board for its mover when no search is needed, else not a number."""
    result = game_result(basis.rules, basis.geometry, board)
    player = mover(basis.rules, board.plies)
    if result != UNDECIDED:
        if result == DRAW:
            return 0.0
        return win_value(board.plies) if result == player + 1 else -win_value(board.plies)
    if depth <= 0:
        counts[LEAVES] += 1
        return basis.evaluate(basis.context, board, player)
    return known_value(table, board_hash(board), depth, alpha, beta)


@kernel
def best_action(
    rules: Rules, geometry: Geometry, evaluate: Evaluator, context: Context, board: Board,
    depth: int, budget: int, stack: Stack, table: Table, values: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> int:  # fmt: skip
    """The place of the best action within ``depth`` moves; -1 when stopped before the first.

    ``values``, modified in place, has a place for each action of the root: exact for the best, an
    upper bound for the others, not a number for those not reached. Stops after ``budget`` nodes or
    when `STOP_FLAG` of ``counts`` is set, with the flag set; the best so far is returned.
    """
    basis = Basis(rules, geometry, evaluate, context)
    ply, chosen = 0, -1
    open_node(rules, geometry, board, depth, -_INFINITY, _INFINITY, stack, table, 0)
    while counts[STOP_FLAG] == 0 and counts[NODES] < budget:
        words = stack.words[ply]
        current = Board(words[FIRST], words[SECOND], words[BOMBS], board.plies + ply)
        if stack.marks[ply, NEXT] == stack.marks[ply, COUNT]:
            close_node(stack, table, ply)
            found = stack.bounds[ply, BEST]
            ply -= 1
            if ply < 0:
                break
            player = mover(rules, current.plies - 1)
            found = found if player == mover(rules, current.plies) else -found
        else:
            place = stack.places[ply, stack.marks[ply, NEXT]]
            stack.marks[ply, NEXT] += 1
            counts[NODES] += 1
            child = act(rules, geometry, current, integer(place))
            player = mover(rules, current.plies)
            alpha, beta = stack.bounds[ply, ALPHA], stack.bounds[ply, BETA]
            is_same = player == mover(rules, child.plies)
            if not is_same:
                alpha, beta = -beta, -alpha
            left = stack.marks[ply, DEPTH] - 1
            found = value_at_once(basis, child, left, alpha, beta, table, counts)
            if np.isnan(found):
                ply += 1
                open_node(rules, geometry, child, left, alpha, beta, stack, table, ply)
                continue
            found = found if is_same else -found
        if ply == 0:
            values[stack.places[0, stack.marks[0, NEXT] - 1]] = found
        fold(stack, ply, player, found)
        chosen = stack.marks[0, BEST_PLACE] if ply == 0 else chosen
    counts[STOP_FLAG] = ply >= 0
    return integer(chosen)
