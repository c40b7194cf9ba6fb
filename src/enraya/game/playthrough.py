"""Playing a game to its end with any players, and random positions of games.

Openings, data sets and benchmarks are named by their seeds, so how often and in which order a
random generator is asked here must not change.
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
    """The position and every later one up to the end of the game; ``choose`` gives the moves.

    >>> [position.moves for position in playthrough(Position.parse("121212"), lambda _: 1)]
    ['121212', '1212121']
    """
    yield position
    while position.result == UNDECIDED:
        position = position.play(choose(position))
        yield position


def last_of(positions: Iterator[Position]) -> Position:
    """The last of some positions: the end of a `playthrough`."""
    return deque(positions, maxlen=1)[0]


def pick_move(rng: np.random.Generator, moves: Sequence[Move]) -> Move:
    """One of the moves, each as likely as the others."""
    return moves[int(rng.integers(len(moves)))]


def random_walk(start: Position, rng: np.random.Generator, plies: int | None = None) -> Position:
    """The position after N random moves, or after fewer when the game ends earlier.

    Without a number the game is played to its end.
    """
    game = playthrough(start, lambda position: pick_move(rng, position.legal_moves))
    return last_of(game if plies is None else islice(game, plies + 1))


def random_undecided(
    start: Position, rng: np.random.Generator, draw_plies: Callable[[], SupportsInt]
) -> Position:
    """The position after a random walk, drawn again with its length until it is not over."""
    while True:
        position = random_walk(start, rng, int(draw_plies()))
        if not position.is_over:
            return position
