"""Agreement with bitbully, an independent solver, on random positions, column by column."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.solver import Solver, analyse
from enraya.solver.bitbully import Bitbully

MIN_PLIES, MAX_PLIES = 8, 41


class Disagreement(NamedTuple):
    """Both solvers' scores for one position; equal when they agree."""

    moves: str
    ours: list[int | None]
    theirs: list[int | None]


def random_position(rng: np.random.Generator) -> Position:
    """A position that is not over, the number of stones uniform from 8 to 41 at first."""
    draw_plies = partial(rng.integers, MIN_PLIES, MAX_PLIES + 1)
    return random_undecided(Position.start(), rng, draw_plies)


def compare(count: int, seed: int, table_mb: int) -> Iterator[Disagreement]:
    """Both solvers' scores for all columns of random positions, one position after the other."""
    rng = np.random.default_rng(seed)
    peer, solver = Bitbully(with_book=True), Solver(table_mb, threads=1, book=None)
    for _ in range(count):
        position = random_position(rng)
        ours = list(analyse(solver, position).scores)
        yield Disagreement(position.moves, ours, peer.column_scores(position))
