"""bitbully, an independent solver for 7×6, as an oracle: optional, for checks and benchmarks."""

from importlib.util import find_spec
from typing import Any

from enraya.errors import InvalidSetting
from enraya.game.position import Position

_FULL = -1000
"""What bitbully says for a full column is at most this."""


def is_installed() -> bool:
    """Whether bitbully can be asked."""
    return find_spec("bitbully") is not None


class Bitbully:
    """The solver of the package bitbully, without a book or with its 12-ply one.

    Raises:
        InvalidSetting: when the packages are not installed.
    """

    def __init__(self, *, with_book: bool = False) -> None:
        try:
            from bitbully import bitbully_core  # optional

            book = []
            if with_book:
                from bitbully_databases import BitBullyDatabases  # optional

                book = [BitBullyDatabases.get_database_path("12-ply-dist")]
        except ImportError:
            raise InvalidSetting("install bitbully and bitbully-databases first") from None
        self._module: Any = bitbully_core
        self.core: Any = bitbully_core.BitBullyCore(*book)

    def board(self, position: Position) -> Any:
        """The position as bitbully's own board."""
        board = self._module.BoardCore()
        for column in position.moves:
            board.play(int(column) - 1)
        return board

    def score(self, position: Position) -> int:
        """The exact score."""
        return int(self.core.mtdf(self.board(position), 0))

    def column_scores(self, position: Position) -> list[int | None]:
        """The score of each move, None where the column is full."""
        scores = self.core.scoreMoves(self.board(position))
        return [None if score <= _FULL else int(score) for score in scores]
