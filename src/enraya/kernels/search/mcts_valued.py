"""Monte-Carlo tree search without random games: a heuristic values the leaves of the tree."""

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from enraya.kernels.core.board import DRAW, UNDECIDED, Board, Rules, game_result
from enraya.kernels.core.board import mover as mover_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.evaluator import (
    BOARD_TYPE,
    CONTEXT_TYPE,
    EVALUATOR,
    GEOMETRY_TYPE,
    RULES_TYPE,
    Context,
    Evaluator,
    typeof,
)
from enraya.kernels.search.counts import STOP_FLAG
from enraya.kernels.search.mcts import PARENT, PROVEN, VISITS, Options, counted, find_leaf, prove

GROW_VALUED: Any = types.int64(
    RULES_TYPE, GEOMETRY_TYPE, EVALUATOR, CONTEXT_TYPE, BOARD_TYPE, typeof(Options(1.0, 0, 1)),
    types.float64, types.int64, types.int32[:, ::1], types.float64[::1], types.int64[::1],
)  # fmt: skip
"""The signature of `grow_valued`."""


@shared
def chance_of(value: float, scale: float) -> float:
    """The chance to win that a value stands for: a half for 0, three quarters for ``scale``."""
    return 0.5 + 0.5 * value / (abs(value) + scale)


@kernel
def grow_valued(
    rules: Rules, geometry: Geometry, evaluate: Evaluator, context: Context, board: Board,
    options: Options, scale: float, iterations: int, nodes: NDArray[np.int32],
    wins: NDArray[np.float64], state: NDArray[np.int64],
) -> int:  # fmt: skip
    """Values leaves and returns how many; the tree is kept as by `grow`.

    ``scale`` is the value that stands for a chance of three quarters. Nothing here is random.
    """
    searcher = mover_of(rules, board.plies)
    for i in range(iterations):
        if state[STOP_FLAG] != 0 or nodes[0, PROVEN] != 0:
            return i
        node, current = find_leaf(rules, geometry, board, options, nodes, wins, state)
        result = counted(geometry, current, game_result(rules, geometry, current), options)
        plies = current.plies
        if result == UNDECIDED:
            chance = chance_of(evaluate(context, current, searcher), scale)
        else:
            chance = 1.0 if result == searcher + 1 else 0.0
            if options.solver != 0:
                prove(rules, nodes, node, plies, result)
        while True:
            nodes[node, VISITS] += 1
            gain = chance if mover_of(rules, plies - 1) == searcher else 1.0 - chance
            wins[node] += options.draw if result == DRAW else gain
            if node == 0:
                break
            node, plies = nodes[node, PARENT], plies - 1
    return iterations
