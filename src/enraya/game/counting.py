"""How many games and positions there are: perft and reachable positions."""

import numpy as np

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.kernels.games.perft import perft, successors
from enraya.rules import RuleSet


def count_lines(position: Position, depth: int) -> int:
    """The number of ways to play exactly ``depth`` moves from here (perft).

    >>> count_lines(Position.start(), 4)
    2401
    """
    rules = position.rules
    return int(perft(rules.numbers, rules.kernel_geometry, position.kernel_board, depth))


def count_positions(rules: RuleSet) -> int:
    """The number of different positions that can arise, the empty board included.

    Counts layer by layer, with all positions after the same number of moves in memory: for small
    boards.

    Raises:
        InvalidSetting: for games with bombs, which have no natural end.
    """
    if rules.has_bombs:
        raise InvalidSetting(f"positions of {rules.name!r} cannot be counted; use classic")
    layer = np.zeros((1, 2), dtype=np.uint64)
    total = 0
    for plies in range(rules.cells + 1):
        total += len(layer)
        layer = _next_layer(rules, layer, plies)
        if not len(layer):
            break
    return total


def _next_layer(
    rules: RuleSet, layer: np.ndarray[tuple[int, int], np.dtype[np.uint64]], plies: int
) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """All different boards one drop after those of ``layer``."""
    room = np.empty((2, len(layer) * rules.columns), dtype=np.uint64)
    first, second = (np.ascontiguousarray(layer[:, player]) for player in (0, 1))
    geometry = rules.kernel_geometry
    count = successors(rules.numbers, geometry, first, second, plies, room[0], room[1])
    pairs = room[:, :count]
    order = np.lexsort((pairs[1], pairs[0]))
    pairs = pairs[:, order]
    is_new = np.ones(count, dtype=bool)
    is_new[1:] = np.any(pairs[:, 1:] != pairs[:, :-1], axis=0)
    return np.ascontiguousarray(pairs[:, is_new].T)
