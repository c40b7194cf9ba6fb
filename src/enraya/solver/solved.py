"""Scores that took long to find, kept in the user's cache folder.

They are in one SQLite file, which several processes may use at once. It is optional: if it cannot
be read or written, positions are solved as if it were empty.
"""

import os
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from time import time

import platformdirs

from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.position import Position
from enraya.solver.score import win_score
from enraya.sqlite import open_store

LONG_SECONDS = 0.05
"""Scores that took longer than this are kept."""
MOST = 100_000
"""How many positions are kept, about 10 MB; beyond that, the least recently used are deleted."""
_ROOM = 1_000
"""How many positions are deleted at once."""
_WAIT_SECONDS = 0.2
_TABLE = """
CREATE TABLE IF NOT EXISTS solved (
    board TEXT PRIMARY KEY, score INTEGER NOT NULL, used REAL NOT NULL
) WITHOUT ROWID
"""


def solved_file() -> Path:
    """The file of the user's solved positions."""
    base = os.environ.get("ENRAYA_CACHE_DIR") or platformdirs.user_cache_dir("enraya")
    return Path(base) / "solved.sqlite"


def remove_solved() -> None:
    """Deletes the file of the user's solved positions.

    Raises:
        InvalidSetting: if the file cannot be deleted.
    """
    for suffix in ("-wal", "-shm", ""):
        path = solved_file()
        try:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        except OSError as error:
            raise InvalidSetting(f"cannot remove {str(path)!r}: {error.strerror}") from None


class SolvedPositions:
    """The exact scores in a file of solved positions; threads may share this object.

    Args:
        path: the file; by default the user's own.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or solved_file()
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        with suppress(EnrayaError, OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = open_store(
                self.path, _prepare, wait_seconds=_WAIT_SECONDS, any_thread=True
            )

    @property
    def is_open(self) -> bool:
        """Whether the file can be used."""
        return self._connection is not None

    def score(self, position: Position) -> int | None:
        """The score of a position; None if it is not in the file."""
        board, best = _board(position), win_score(0, position.rules.cells)
        with self._lock, suppress(sqlite3.Error):
            if self._connection is None:
                return None
            row = self._connection.execute(
                "SELECT score FROM solved WHERE board = ?", (board,)
            ).fetchone()
            if row is not None and type(row[0]) is int and abs(row[0]) <= best:
                self._connection.execute(
                    "UPDATE solved SET used = ? WHERE board = ?", (time(), board)
                )
                return row[0]
        return None

    def keep(self, position: Position, score: int) -> None:
        """Stores the exact score of a position, if the file can be used."""
        with self._lock, suppress(sqlite3.Error):
            if self._connection is None:
                return
            self._connection.execute(
                "INSERT OR REPLACE INTO solved VALUES (?, ?, ?)", (_board(position), score, time())
            )
            if self._count() > MOST:
                self._connection.execute(
                    "DELETE FROM solved WHERE board IN "
                    "(SELECT board FROM solved ORDER BY used LIMIT ?)",
                    (_ROOM,),
                )

    def __len__(self) -> int:
        with self._lock, suppress(sqlite3.Error):
            return self._count()
        return 0

    def _count(self) -> int:
        if self._connection is None:
            return 0
        (count,) = self._connection.execute("SELECT count(*) FROM solved").fetchone()
        return int(count)

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute(_TABLE)


def _board(position: Position) -> str:
    """The key of a position and of its mirror image in the file."""
    first, second = min(position.board[:2], position.mirror().board[:2])
    return f"{position.rules.columns}x{position.rules.rows} {first:x} {second:x}"
