"""The database of a laboratory: one SQLite file that survives a crash of the server."""

import sqlite3
from pathlib import Path

from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.sqlite import open_store
from enraya.web.server.settings import ServerSettings

FILE_NAME = "laboratory.sqlite"
WAIT_SECONDS = 5.0
"""How long to wait at the start while another program is writing."""
_WAIT_MILLISECONDS = 250
"""How long a statement may wait for another program."""
_TABLES = """
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
CREATE TABLE IF NOT EXISTS uploads (
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    added REAL NOT NULL,
    PRIMARY KEY (id, owner)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS link_games (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    is_playing INTEGER NOT NULL,
    updated REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    settings TEXT NOT NULL,
    state TEXT NOT NULL,
    message TEXT NOT NULL,
    created REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS operator_links (name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS sessions (
    name TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    is_operator INTEGER NOT NULL,
    created REAL NOT NULL,
    seen REAL NOT NULL
) WITHOUT ROWID;
"""
_INDEXES = """
CREATE INDEX IF NOT EXISTS link_games_by_age ON link_games (is_playing, updated);
CREATE INDEX IF NOT EXISTS games_by_age ON games (updated);
CREATE INDEX IF NOT EXISTS games_by_owner ON games (owner, updated);
CREATE INDEX IF NOT EXISTS games_by_address ON games (address);
CREATE INDEX IF NOT EXISTS sessions_by_address ON sessions (address);
"""
_EARLIER_UPLOADS = """
BEGIN IMMEDIATE;
ALTER TABLE uploads RENAME TO earlier_uploads;
CREATE TABLE uploads (
    id TEXT NOT NULL, owner TEXT NOT NULL, address TEXT NOT NULL, name TEXT NOT NULL,
    added REAL NOT NULL, PRIMARY KEY (id, owner)
) WITHOUT ROWID;
INSERT INTO uploads SELECT id, '', '', name, added FROM earlier_uploads;
DROP TABLE earlier_uploads;
COMMIT;
"""
"""Gives the uploads of an earlier version to the operator."""
_ADDED = {
    "games": {
        "owner": "TEXT NOT NULL DEFAULT ''",
        "address": "TEXT NOT NULL DEFAULT ''",
        "name": "TEXT NOT NULL DEFAULT ''",
    },
    "link_games": {
        "owner": "TEXT NOT NULL DEFAULT ''",
        "address": "TEXT NOT NULL DEFAULT ''",
    },
    "uploads": {
        "author": "TEXT NOT NULL DEFAULT ''",
        "content": "TEXT NOT NULL DEFAULT ''",
    },
    "runs": {
        "tournament": "INTEGER",
        "owner": "TEXT NOT NULL DEFAULT ''",
        "address": "TEXT NOT NULL DEFAULT ''",
        "name": "TEXT NOT NULL DEFAULT ''",
        "started": "REAL NOT NULL DEFAULT 0",
        "ended": "REAL NOT NULL DEFAULT 0",
    },
}
"""Columns that earlier versions lack; what has no owner is the operator's."""


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
    connection.executescript(_TABLES)
    if "owner" not in _columns(connection, "uploads"):
        connection.executescript(_EARLIER_UPLOADS)
    for table, added in _ADDED.items():
        known = _columns(connection, table)
        for name, kind in added.items():
            if name not in known:
                connection.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")
    connection.executescript(_INDEXES)


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def check_store(settings: ServerSettings) -> None:
    """Refuses a store that cannot be used; uvicorn would only say that something failed.

    Raises:
        InvalidSetting: with the reason.
    """
    if settings.games:
        Store(settings.games).close()
    open_database(settings.store).close()
