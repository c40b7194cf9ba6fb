"""Playing a game to its end with any players, and random positions of games.

The seeds of openings, data sets and benchmarks must keep their meaning, so the draws from random
generators here, and their order, must not change.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import SupportsInt

import numpy as np

from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.kernels.core.board import UNDECIDED


def playthrough(position: Position, choose: Callable[[Position], Move]) -> Iterator[Position]:
    """Yields the position and every later one to the end of the game; ``choose`` picks the moves.

    >>> [position.moves for position in playthrough(Position.parse("121212"), lambda _: 1)]
    ['121212', '1212121']
    """
    yield position
    while position.result == UNDECIDED:
        position = position.play(choose(position))
        yield position


def last_of(positions: Iterator[Position]) -> Position:
    """The last of these positions, such as the end of a `playthrough`."""
    return deque(positions, maxlen=1)[0]


def pick_move(rng: np.random.Generator, moves: Sequence[Move]) -> Move:
    """A random move, each as likely as the others."""
    return moves[int(rng.integers(len(moves)))]


def random_walk(start: Position, rng: np.random.Generator, plies: int | None = None) -> Position:
    """The position after ``plies`` random moves, or after fewer if the game ends earlier.

    Without ``plies`` the game is played to its end.
    """
    game = playthrough(start, lambda position: pick_move(rng, position.legal_moves))
    return last_of(game if plies is None else islice(game, plies + 1))


def random_undecided(
    start: Position, rng: np.random.Generator, draw_plies: Callable[[], SupportsInt]
) -> Position:
    """The position after a random walk of ``draw_plies()`` moves that does not end the game.

    The length and the walk are drawn again until one does not.
    """
    while True:
        position = random_walk(start, rng, int(draw_plies()))
        if not position.is_over:
            return position
