"""The database of a laboratory: one SQLite file that survives a sudden end of the server."""

import sqlite3
from pathlib import Path

from enraya.errors import InvalidSetting

FILE_NAME = "laboratory.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    rules TEXT NOT NULL,
    opening TEXT NOT NULL,
    moves TEXT NOT NULL,
    undone TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    seconds REAL NOT NULL,
    seed INTEGER NOT NULL,
    notes TEXT NOT NULL,
    updated REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, name TEXT NOT NULL, added REAL NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    settings TEXT NOT NULL,
    state TEXT NOT NULL,
    message TEXT NOT NULL,
    created REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS games_by_age ON games (updated);
"""


def open_database(folder: Path) -> sqlite3.Connection:
    """The database in a folder, made if there is none.

    With write-ahead logging a commit survives `kill -9`. Statements are short, so they run in
    the event loop; each connection is used by one thread at a time.

    Raises:
        InvalidSetting: when the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            folder / FILE_NAME, isolation_level=None, timeout=5, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_SCHEMA)
    except (OSError, sqlite3.Error) as error:
        raise InvalidSetting(f"cannot keep games in {str(folder)!r}: {error}") from None
    connection.row_factory = sqlite3.Row
    return connection
