"""Monte-Carlo tree search: a tree that grows towards the moves that won random games.

The tree lies in two arrays, a row for each node; the children of a node are consecutive rows, and
row 0 is the root. A node's wins are those of the player whose action led to it, so players prefer
the children that are good for themselves, also in games with two moves in a row. A node is tried
once before it gets children, as in the Porto paper. Instead of a random game, a heuristic can value
a leaf.
"""

from math import inf, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.bits import column_cells, drops
from enraya.kernels.core.board import (
    DRAW,
    UNDECIDED,
    Board,
    Rules,
    act,
    can_explode,
    game_result,
)
from enraya.kernels.core.board import mover as mover_of
from enraya.kernels.core.compile import integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import popcount
from enraya.kernels.core.randomness import stream
from enraya.kernels.games.playouts import playout
from enraya.kernels.heuristics.evaluator import SEARCH_TYPES, Context, Evaluator, typeof
from enraya.kernels.search import STOP_FLAG

PARENT, FIRST, COUNT, PLACE, VISITS, PROVEN = 0, 1, 2, 3, 4, 5
"""What a row of ``nodes`` holds; the place of an action is its column, or the number of columns for
an explosion."""
FIELDS = 6
PROVEN_DRAW = 3
"""In the field `PROVEN`, this is a proven draw, 1 or 2 a win of that player, and 0 not proven."""
USED = 1
"""The place in ``state`` of the number of rows in use; `STOP_FLAG` comes before it."""
UNVISITED = 1e11
"""The urgency of a node that has never been tried."""


class Options(NamedTuple):
    """How the tree grows."""

    exploration: float
    """How strongly rarely tried nodes are preferred: c in w/v + c·sqrt(ln V / v)."""
    published: int
    """1: results are credited as in the published program, with its sign error."""
    solver: int
    """1: outcomes that are proven are recorded and used."""
    draw: float = 0.5
    """What a draw is worth to both players."""
    printed: int = 0
    """1: the bound is w/v + c·sqrt(ln(V / v)), as the Porto paper prints it."""
    full_draws: int = 0
    """1: a full board is a draw, even when its last stone has made a line."""


GROW_VALUED: Any = types.int64(
    *SEARCH_TYPES, typeof(Options(1.0, 0, 1)), types.float64, types.int64,
    types.int32[:, ::1], types.float64[::1], types.int64[::1],
)  # fmt: skip
"""The signature of `grow_valued`."""


@shared
def urgency(wins: float, visits: int, parent_visits: int, options: Options) -> float:
    """The upper confidence bound of a child."""
    if visits == 0:
        return UNVISITED
    if options.printed != 0:
        return wins / visits + options.exploration * sqrt(log(parent_visits / visits))
    return wins / visits + options.exploration * sqrt(log(parent_visits) / visits)


@shared
def counted(geometry: Geometry, board: Board, result: int, options: Options) -> int:
    """The result of a board as the options count it: a full board may be a draw."""
    is_full = (board.first | board.second) == geometry.board
    return DRAW if options.full_draws != 0 and is_full and result != UNDECIDED else integer(result)


@shared
def select(
    nodes: NDArray[np.int32], wins: NDArray[np.float64], node: int, mover: int, options: Options
) -> int:
    """The most urgent child, the first of equals; those proven lost for the mover come last."""
    first = nodes[node, FIRST]
    chosen, best = first, -inf
    for child in range(first, first + nodes[node, COUNT]):
        value = urgency(wins[child], nodes[child, VISITS], nodes[node, VISITS], options)
        if options.solver != 0 and nodes[child, PROVEN] == 2 - mover:
            value -= 2 * UNVISITED
        if value > best:
            chosen, best = child, value
    return integer(chosen)


@shared
def expand(
    rules: Rules, geometry: Geometry, board: Board, nodes: NDArray[np.int32],
    wins: NDArray[np.float64], node: int, state: NDArray[np.int64],
) -> bool:  # fmt: skip
    """Adds the children of an undecided board; False if the arrays have no room for them."""
    cells = drops(geometry, board.first | board.second)
    explosions = 1 if rules.bomb_period != 0 and can_explode(rules, board) else 0
    count = popcount(cells) + explosions
    child = state[USED]
    if child + count > nodes.shape[0]:
        return False
    nodes[node, FIRST], nodes[node, COUNT] = child, count
    state[USED] += count
    for place in range(geometry.columns + explosions):
        if place < geometry.columns and (cells & column_cells(geometry, place)) == 0:
            continue
        nodes[child, PARENT], nodes[child, PLACE] = node, place
        nodes[child, COUNT] = nodes[child, VISITS] = nodes[child, PROVEN] = 0
        wins[child] = 0.0
        child += 1
    return True


@shared
def credit(options: Options, result: int, player: int, searcher: int, is_end: bool) -> float:
    """What a result adds to the wins of a node that ``player`` moved into."""
    if options.published != 0:  # the same for all nodes, with the wrong sign except at a game's end
        if is_end:
            return 1.0 if result == searcher + 1 else 0.0
        return 0.0 if result == DRAW else (-1.0 if result == searcher + 1 else 1.0)
    return options.draw if result == DRAW else (1.0 if result == player + 1 else 0.0)


@shared
def prove(rules: Rules, nodes: NDArray[np.int32], node: int, plies: int, result: int) -> None:
    """Marks a decided node, and every ancestor whose outcome follows from that."""
    nodes[node, PROVEN] = PROVEN_DRAW if result == DRAW else result
    while node != 0:
        node, plies = nodes[node, PARENT], plies - 1
        mover = mover_of(rules, plies)
        outcome, is_known = 2 - mover, True
        for child in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
            if nodes[child, PROVEN] == mover + 1:
                outcome, is_known = mover + 1, True
                break
            is_known = is_known and nodes[child, PROVEN] != 0
            outcome = PROVEN_DRAW if nodes[child, PROVEN] == PROVEN_DRAW else outcome
        if not is_known:
            return
        nodes[node, PROVEN] = outcome


@shared
def find_leaf(
    rules: Rules, geometry: Geometry, board: Board, options: Options, nodes: NDArray[np.int32],
    wins: NDArray[np.float64], state: NDArray[np.int64],
) -> tuple[int, Board]:  # fmt: skip
    """Follows the most urgent children to the node to try next, adding children where needed.

    Returns the node and its board.
    """
    node, current = 0, board
    is_leaf = False
    while not is_leaf:
        if nodes[node, COUNT] == 0:
            is_leaf = True
            result = game_result(rules, geometry, current)
            if (node != 0 and nodes[node, VISITS] == 0) or result != UNDECIDED:
                break
            if not expand(rules, geometry, current, nodes, wins, node, state):
                break
        node = select(nodes, wins, node, mover_of(rules, current.plies), options)
        current = act(rules, geometry, current, nodes[node, PLACE])
    return node, current


@shared
def back_up(
    rules: Rules, nodes: NDArray[np.int32], wins: NDArray[np.float64], node: int, plies: int,
    searcher: int, gain: float, loss: float,
) -> None:  # fmt: skip
    """Adds a game to a node and its ancestors: ``gain`` if the searcher moved there, else ``loss``.

    ``plies`` is the number of actions that lead to the node.
    """
    while True:
        nodes[node, VISITS] += 1
        wins[node] += gain if mover_of(rules, plies - 1) == searcher else loss
        if node == 0:
            break
        node, plies = nodes[node, PARENT], plies - 1


@kernel
def grow(
    rules: Rules, geometry: Geometry, board: Board, options: Options, seed: int, first: int,
    iterations: int, nodes: NDArray[np.int32], wins: NDArray[np.float64],
    state: NDArray[np.int64],
) -> int:  # fmt: skip
    """Plays random games, numbered from ``first`` on, and returns how many were played.

    ``nodes``, ``wins`` and ``state``, modified in place, hold the tree; a new one is a root without
    children, with one row used. Stops early when `STOP_FLAG` of ``state`` is set or the root is
    proven. Game i depends only on the tree, the seed and i.
    """
    searcher = mover_of(rules, board.plies)
    for i in range(iterations):
        if state[STOP_FLAG] != 0 or nodes[0, PROVEN] != 0:
            return i
        node, current = find_leaf(rules, geometry, board, options, nodes, wins, state)
        result, last = game_result(rules, geometry, current), current
        is_end = result != UNDECIDED
        if not is_end:
            result, last = playout(rules, geometry, current, stream(seed, word(first + i)))
        result = counted(geometry, last, result, options)
        if is_end and options.solver != 0:
            prove(rules, nodes, node, current.plies, result)
        gain = credit(options, result, searcher, searcher, is_end)
        loss = credit(options, result, 1 - searcher, searcher, is_end)
        back_up(rules, nodes, wins, node, current.plies, searcher, gain, loss)
    return iterations


@kernel
def transplant(
    nodes: NDArray[np.int32], wins: NDArray[np.float64], root: int,
    new_nodes: NDArray[np.int32], new_wins: NDArray[np.float64], origins: NDArray[np.int32],
) -> int:  # fmt: skip
    """Copies the tree from ``root`` down into other arrays and returns how many rows it takes.

    Nodes that do not fit are left out. ``origins`` is work space for as many rows as the new
    arrays, which are modified in place, have.
    """
    rows, used, row = new_nodes.shape[0], 1, 0
    origins[0] = root
    new_nodes[0, PARENT] = 0
    while row < used:
        old = origins[row]
        first, count = nodes[old, FIRST], nodes[old, COUNT]
        count = count if used + count <= rows else 0
        new_nodes[row, FIRST], new_nodes[row, COUNT] = used, count
        for field in (PLACE, VISITS, PROVEN):
            new_nodes[row, field] = nodes[old, field]
        new_wins[row] = wins[old]
        for i in range(count):
            origins[used + i], new_nodes[used + i, PARENT] = first + i, row
        used, row = used + count, row + 1
    return used


@shared
def chance_of(value: float, scale: float) -> float:
    """The winning chance that a value stands for: 1/2 for 0, 3/4 for ``scale``."""
    return 0.5 + 0.5 * value / (abs(value) + scale)


@kernel
def grow_valued(
    rules: Rules, geometry: Geometry, evaluate: Evaluator, context: Context, board: Board,
    options: Options, scale: float, iterations: int, nodes: NDArray[np.int32],
    wins: NDArray[np.float64], state: NDArray[np.int64],
) -> int:  # fmt: skip
    """Grows the tree like `grow`, but a heuristic values each leaf; returns how many were valued.

    ``scale`` is the heuristic's value that means a winning chance of 3/4. Nothing here is random.
    """
    searcher = mover_of(rules, board.plies)
    for i in range(iterations):
        if state[STOP_FLAG] != 0 or nodes[0, PROVEN] != 0:
            return i
        node, current = find_leaf(rules, geometry, board, options, nodes, wins, state)
        result = counted(geometry, current, game_result(rules, geometry, current), options)
        if result == UNDECIDED:
            gain = chance_of(evaluate(context, current, searcher), scale)
        else:
            gain = 1.0 if result == searcher + 1 else 0.0
            if options.solver != 0:
                prove(rules, nodes, node, current.plies, result)
        loss = 1.0 - gain
        if result == DRAW:
            gain = loss = options.draw
        back_up(rules, nodes, wins, node, current.plies, searcher, gain, loss)
    return iterations
