"""Access to bitbully, an independent solver for 7×6; it is optional, for checks and benchmarks."""

from importlib.util import find_spec
from typing import Any

import numpy as np

from enraya.extras import imported
from enraya.game.position import Position
from enraya.kernels.core.memory import Words

BOOK_PLIES = 12
_CELLS = 42

_FULL = -1000
"""Scores of at most this stand for a full column in bitbully."""


def is_installed() -> bool:
    """Whether bitbully is installed."""
    return find_spec("bitbully") is not None


def _book_path() -> str:
    databases = imported("bitbully_databases").BitBullyDatabases
    return str(databases.get_database_path("12-ply-dist"))


class Bitbully:
    """The solver of the package bitbully, without a book or with its 12-ply book.

    Raises:
        InvalidSetting: if the packages are not installed.
    """

    def __init__(self, *, with_book: bool = False) -> None:
        self._module = imported("bitbully.bitbully_core")
        self.core: Any = self._module.BitBullyCore(*([_book_path()] if with_book else []))

    def board(self, position: Position) -> Any:
        """The position as a board of bitbully's."""
        board = self._module.BoardCore()
        for column in position.moves:
            board.play(int(column) - 1)
        return board

    def score(self, position: Position) -> int:
        """The exact score of a position."""
        return int(self.core.mtdf(self.board(position), 0))

    def column_scores(self, position: Position) -> list[int | None]:
        """The score of the move in each column; None if the column is full."""
        scores = self.core.scoreMoves(self.board(position))
        return [None if score <= _FULL else int(score) for score in scores]


class BitbullyBook:
    """bitbully's book of positions with twelve stones.

    Raises:
        InvalidSetting: if the packages are not installed.
    """

    def __init__(self) -> None:
        core = imported("bitbully.bitbully_core")
        self._board: Any = core.BoardCore()
        self._book: Any = core.OpeningBookCore(_book_path())

    def __len__(self) -> int:
        return int(self._book.getBookSize())

    def scores(self, movers: Words, occupied: Words) -> list[int | None]:
        """The score of each position of twelve stones; None if the book does not have it."""
        theirs = zip(_spread(occupied).tolist(), _spread(movers).tolist(), strict=True)
        return [self._score(cells, stones) for cells, stones in theirs]

    def _score(self, occupied: int, mover: int) -> int | None:
        self._board.setRawState(occupied, mover, _CELLS - BOOK_PLIES)
        for board in (self._board, self._board.mirror()):
            if self._book.isInBook(board):
                return int(self._book.getBoardValue(board))
        return None


def _spread(words: Words) -> Words:
    """The same stones in bitbully's layout, which has nine bits for each column; ours has seven."""
    spread = np.zeros_like(words)
    for column in range(7):
        cells = (words >> np.uint64(7 * column)) & np.uint64(0b111111)
        spread |= cells << np.uint64(9 * column)
    return spread
