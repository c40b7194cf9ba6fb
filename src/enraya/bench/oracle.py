"""Agreement with bitbully, an independent solver, on random positions, column for column."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver import Solver, analyse

MIN_PLIES, MAX_PLIES = 8, 41
_FULL = -1000
"""What bitbully says of a full column is at most this."""


class Disagreement(NamedTuple):
    """The two verdicts on one position; equal when the solvers agree."""

    moves: str
    ours: list[int | None]
    theirs: list[int | None]


class Bitbully:
    """bitbully's solver with its 12-ply book, when the packages are installed."""

    def __init__(self) -> None:
        try:
            from bitbully import bitbully_core  # optional
            from bitbully_databases import BitBullyDatabases  # optional
        except ImportError:
            raise InvalidSetting("install bitbully and bitbully-databases first") from None
        self._module: Any = bitbully_core
        book = BitBullyDatabases.get_database_path("12-ply-dist")
        self._core = bitbully_core.BitBullyCore(book)

    def column_scores(self, position: Position) -> list[int | None]:
        """The score of each move, None where the column is full."""
        board = self._module.BoardCore()
        for column in position.moves:
            board.play(int(column) - 1)
        scores = self._core.scoreMoves(board)
        return [None if score <= _FULL else int(score) for score in scores]


def random_position(rng: np.random.Generator) -> Position:
    """A position that is not over, the number of stones uniform from 8 to 41."""
    while True:
        position = Position.start()
        for _ in range(int(rng.integers(MIN_PLIES, MAX_PLIES + 1))):
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(moves[int(rng.integers(len(moves)))])
        if not position.is_over:
            return position


def compare(count: int, seed: int, table_mb: int) -> Iterator[Disagreement]:
    """Both solvers' scores for all columns of random positions, one position after the other."""
    rng = np.random.default_rng(seed)
    peer, solver = Bitbully(), Solver(table_mb, threads=1, book=None)
    for _ in range(count):
        position = random_position(rng)
        ours = list(analyse(solver, position).scores)
        yield Disagreement(position.moves, ours, peer.column_scores(position))
