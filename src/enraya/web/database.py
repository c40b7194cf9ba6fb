"""The database of a laboratory: one SQLite file that survives a crash of the server."""

import sqlite3
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.sqlite import open_store
from enraya.web.links.store import TABLES as LINK_TABLES

FILE_NAME = "laboratory.sqlite"
WAIT_SECONDS = 5.0
"""How long to wait at the start while another program is writing."""
_WAIT_MILLISECONDS = 250
"""How long a statement may wait for another program."""
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
CREATE TABLE IF NOT EXISTS sessions (
    name TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    is_operator INTEGER NOT NULL,
    created REAL NOT NULL,
    seen REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_age ON games (updated);
"""


def open_database(folder: Path) -> sqlite3.Connection:
    """The database in a folder, created if there is none.

    A connection is used by one thread: `Laboratory.stored` runs what asks it.

    Raises:
        InvalidSetting: when the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"cannot keep games in {str(folder)!r}: {error}") from None
    connection = open_store(
        folder / FILE_NAME, _make_tables, wait_seconds=WAIT_SECONDS, any_thread=True
    )
    connection.execute(f"PRAGMA busy_timeout = {_WAIT_MILLISECONDS}")
    connection.row_factory = sqlite3.Row
    return connection


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.executescript(_SCHEMA + LINK_TABLES)
