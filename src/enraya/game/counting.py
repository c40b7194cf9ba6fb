"""How many games and positions there are: perft and reachable positions."""

from collections.abc import Iterator

import numpy as np

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.kernels.games.perft import perft, successors
from enraya.rules import RuleSet

MOST_DEPTH = 100
"""No classic game is longer, and games with bombs have too many lines long before that."""
MOST_LINES = 10**12
"""The most lines that are counted, which takes about an hour."""
_AT_ONCE = 8
"""The depth that compiled code counts in one go; it cannot be interrupted."""
_MOST_BOARDS = 1 << 26
"""The most successors of one layer of boards for which there is memory."""


def count_lines(position: Position, depth: int) -> int:
    """The number of ways to play exactly ``depth`` moves from here (perft).

    Ctrl-C interrupts the counting at any depth.

    >>> count_lines(Position.start(), 4)
    2401
    """
    if depth > _AT_ONCE and not position.is_over:
        return sum(count_lines(position.play(move), depth - 1) for move in position.legal_moves)
    rules = position.rules
    return int(perft(rules.numbers, rules.kernel_geometry, position.kernel_board, depth))


def count_by_depth(position: Position, depth: int) -> Iterator[int]:
    """The number of ways to play 1, 2, … ``depth`` moves; for depth 0 only that of playing none.

    Raises:
        InvalidSetting: when the depth is not from 0 to `MOST_DEPTH`, or there may be more than
            `MOST_LINES` lines.
    """
    if not 0 <= depth <= MOST_DEPTH:
        raise InvalidSetting(f"a depth is from 0 to {MOST_DEPTH}, not {depth}")
    lines = 1
    for plies in range(min(depth, 1), depth + 1):
        if lines * (position.rules.columns + 1) > MOST_LINES:
            raise InvalidSetting(
                f"{plies} moves deep there may be more than {MOST_LINES:,} lines, too many to count"
            )
        lines = count_lines(position, plies)
        yield lines


def count_positions(rules: RuleSet) -> int:
    """The number of different positions that can arise, the empty board included.

    All positions after the same number of moves are in memory at once, so boards must be small.

    Raises:
        InvalidSetting: for games with bombs, which have no natural end, and for large boards.
    """
    if rules.has_bombs:
        raise InvalidSetting(f"positions of {rules.name!r} cannot be counted; use classic")
    layer = np.zeros((1, 2), dtype=np.uint64)
    total = 0
    for plies in range(rules.cells + 1):
        total += len(layer)
        if len(layer) * rules.columns > _MOST_BOARDS:
            raise InvalidSetting(f"{rules} has too many positions to count; use a smaller board")
        layer = _next_layer(rules, layer, plies)
        if not len(layer):
            break
    return total


def _next_layer(
    rules: RuleSet, layer: np.ndarray[tuple[int, int], np.dtype[np.uint64]], plies: int
) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """All different boards that one drop leads to from those of ``layer``."""
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
