"""The strong search: alpha-beta with a transposition table and good move ordering.

It is called for depth 1, 2, 3 and so on, each time with the table filled so far. Values are those
of the player to move and change sign only where the mover changes, which is correct also for two
moves in a row. A won game is worth `WIN` less the number of moves made in it, so values do not
depend on how a position was reached and may be kept in the table. Like `alphabeta`, it keeps its
own stack.
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
"""Every value above this is a won game, every value below its negative a lost one."""
MAX_PLIES = 70
MAX_ACTIONS = MAX_COLUMNS + 1
"""A drop into each column, and the explosion."""
FIRST, SECOND, BOMBS, KEY = 0, 1, 2, 3
"""What a row of ``words`` holds."""
COUNT, NEXT, BEST_PLACE, DEPTH = 0, 1, 2, 3
"""What a row of ``marks`` holds: the number of actions, how many of them were searched, the best
action, and how many moves to look ahead."""
ALPHA, BETA, BEST, START = 0, 1, 2, 3
"""What a row of ``bounds`` holds; `START` is the initial alpha."""
EXACT, LOWER, UPPER = 0, 1, 2
_INFINITY = np.inf


class Stack(NamedTuple):
    """The work space of a search, modified in place; the first four arrays have a row per ply."""

    words: NDArray[np.uint64]
    places: NDArray[np.int64]
    marks: NDArray[np.int64]
    bounds: NDArray[np.float64]
    history: NDArray[np.float64]
    """By player and place: the sum of the squared depths at which an action caused a cut-off."""
    merits: NDArray[np.float64]
    """How promising each action is, while actions are being ordered."""


Table = NDArray[np.float64]
"""A transposition table: a power of two of rows with `SIGNATURE`, `VALUE`, `INFO` and a spare
number, so that a row is half a cache line. The signature is the part of the key that a float holds
exactly; the info is depth · 256 + kind of bound · 32 + best place."""
SIGNATURE, VALUE, INFO, ROW = 0, 1, 2, 4
_UNSIGNED_BITS = word(12)


def make_stack() -> Stack:
    """A work space for one search."""
    return Stack(
        np.zeros((MAX_PLIES, 4), dtype=np.uint64),
        np.zeros((MAX_PLIES, MAX_ACTIONS), dtype=np.int64),
        np.zeros((MAX_PLIES, 4), dtype=np.int64),
        np.zeros((MAX_PLIES, 4)),
        np.zeros((2, MAX_ACTIONS)),
        np.zeros(MAX_ACTIONS),
    )


def make_table(size_log2: int) -> Table:
    """An empty table of ``2**size_log2`` rows."""
    return np.zeros((1 << size_log2, ROW))


BEST_ACTION: Any = types.int64(
    *SEARCH_TYPES, types.int64, types.int64, typeof(make_stack()), typeof(make_table(1)),
    types.float64[::1], types.int64[::1],
)  # fmt: skip
"""The signature of `best_action`."""


@shared
def win_value(plies: int) -> float:
    """The value of a win with the last of ``plies`` moves."""
    return WIN - plies


@shared
def row_of(table: Table, key: int) -> int:
    """The only row of the table where a position can be."""
    return integer(key & word(table.shape[0] - 1))


@shared
def signature_of(key: int) -> float:
    """The number that tells positions of the same row apart; 0 stands for an empty row."""
    return float(key >> _UNSIGNED_BITS)


@shared
def known_value(table: Table, key: int, depth: int, alpha: float, beta: float) -> float:
    """The table's value of a position if it is deep and exact enough for this search, else NaN."""
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
    """The best action in a position according to the table; -1 if the table has none."""
    i = row_of(table, key)
    return int(table[i, INFO]) & 31 if table[i, SIGNATURE] == signature_of(key) else -1


@shared
def forced_cells(rules: Rules, geometry: Geometry, board: Board, playable: int) -> int:
    """The only cell worth playing: a win, else a block of the opponent's win; 0 if there is none.

    It is always 0 in games with two moves in a row or with bombs.
    """
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
    """Writes a board's actions to the stack, ``first`` and then the most promising first.

    If one of them is forced, it is the only one written.
    """
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
    """The merit that orders actions: the table's best first, then by cut-offs, then the centre."""
    if place == first:
        return _INFINITY
    distance = min(place, geometry.columns - 1 - place)
    return float(stack.history[player, place]) + 0.01 * distance


@shared
def open_node(
    rules: Rules, geometry: Geometry, board: Board, depth: int, alpha: float, beta: float,
    stack: Stack, table: Table, ply: int,
) -> None:  # fmt: skip
    """Puts a board on the stack, with its actions ordered."""
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
    """Stores in the table what was found about the board on the stack."""
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
    """Updates a node with the value of its last action; a cut-off skips the remaining ones."""
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
    """The value of a board for its mover if no search is needed, else NaN."""
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
    """The place of the best action, looking ``depth`` moves ahead; -1 if none was finished.

    ``values``, modified in place, has a place for each action of the root: exact for the best, an
    upper bound for the others, unchanged for those not reached. After ``budget`` nodes or when
    `STOP_FLAG` of ``counts`` is set, it stops with the flag set and returns the best so far.
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
