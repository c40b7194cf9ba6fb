"""Whole games of gene agents, many in one call."""

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.board import UNDECIDED, Board, Rules, drop, game_result, mover
from enraya.kernels.core.compile import integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.genes import genes_cell


@shared
def gene_game(
    rules: Rules, geometry: Geometry, first: NDArray[np.float64], second: NDArray[np.float64],
    seed: int,
) -> tuple[int, int]:  # fmt: skip
    """The winner, 0 for a draw, and the length of one game from the empty board."""
    board = Board(word(0), word(0), word(0), 0)
    result = integer(UNDECIDED)
    while result == UNDECIDED:
        genes = first if mover(rules, board.plies) == 0 else second
        board = drop(rules, board, genes_cell(rules, geometry, board, genes, seed))
        result = game_result(rules, geometry, board)
    return result, board.plies


@kernel
def gene_games(
    rules: Rules, geometry: Geometry, population: NDArray[np.float64], pairs: NDArray[np.int64],
    seeds: NDArray[np.uint64], winners: NDArray[np.int8], lengths: NDArray[np.int16],
) -> None:  # fmt: skip
    """Plays a game for each row of ``pairs``: the agents of ``population`` that move first, second.

    A game depends on the genes and its seed alone: both agents have that seed. ``winners`` (0 for
    a draw) and ``lengths`` are modified in place. For games without bombs.
    """
    for i in range(len(pairs)):
        first, second = population[pairs[i, 0]], population[pairs[i, 1]]
        winners[i], lengths[i] = gene_game(rules, geometry, first, second, seeds[i])
