"""Solving many positions in one call."""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.compile import integer, kernel, word
from enraya.kernels.core.memory import load
from enraya.kernels.solver.solve import bounds
from enraya.kernels.solver.workspace import NODES, STOP


@kernel
def solve_each(
    movers: NDArray[np.uint64],
    occupied: NDArray[np.uint64],
    reach: int,
    workspace: int,
    table: int,
    packed: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:
    """Writes what `solve` returns for each position to ``packed``, and its nodes to ``nodes``.

    Leaves the rest untouched when it is stopped.
    """
    for i in range(movers.size):
        if load(word(workspace), STOP) != word(0):
            return
        packed[i] = bounds(movers[i], occupied[i], -reach, reach, word(workspace), word(table))
        nodes[i] = integer(load(word(workspace), NODES))
