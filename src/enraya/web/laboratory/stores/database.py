"""The database of a laboratory: one SQLite file that survives a crash of the server."""

import sqlite3
from functools import partial
from pathlib import Path

from enraya import __version__
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.sqlite import keep_copy, open_store
from enraya.web.server.settings import ServerSettings

FILE_NAME = "laboratory.sqlite"
WAIT_SECONDS = 5.0
"""How long opening the database waits while another program is writing."""
_WAIT_MILLISECONDS = 250
"""How long a statement waits for another program's lock."""
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
    updated REAL NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uploads (
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    added REAL NOT NULL,
    author TEXT NOT NULL DEFAULT '',
    content TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (id, owner)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS link_games (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    is_playing INTEGER NOT NULL,
    updated REAL NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    settings TEXT NOT NULL,
    state TEXT NOT NULL,
    message TEXT NOT NULL,
    created REAL NOT NULL,
    tournament INTEGER,
    owner TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL DEFAULT '',
    started REAL NOT NULL DEFAULT 0,
    ended REAL NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS operator_links (name TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS sessions (
    name TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    is_operator INTEGER NOT NULL,
    created REAL NOT NULL,
    seen REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS link_games_by_age ON link_games (is_playing, updated);
CREATE INDEX IF NOT EXISTS games_by_age ON games (updated);
CREATE INDEX IF NOT EXISTS games_by_owner ON games (owner, updated);
CREATE INDEX IF NOT EXISTS games_by_address ON games (address);
CREATE INDEX IF NOT EXISTS sessions_by_address ON sessions (address);
"""
_ADDED_TO_UPLOADS = ("author", "content")
"""Columns that version 0.2.0 lacks."""


def open_database(folder: Path) -> sqlite3.Connection:
    """The database in a folder, created if missing.

    A database of version 0.2.0 gets the columns that it lacks; a copy is kept first (`keep_copy`).

    Only one thread may use a connection at a time; `Laboratory.stored` runs functions in it.

    Raises:
        InvalidSetting: when the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetting(f"cannot keep games in {str(folder)!r}: {error}") from None
    path = folder / FILE_NAME
    connection = open_store(
        path, partial(_make_tables, path=path), wait_seconds=WAIT_SECONDS, any_thread=True
    )
    connection.execute(f"PRAGMA busy_timeout = {_WAIT_MILLISECONDS}")
    connection.row_factory = sqlite3.Row
    return connection


def _make_tables(connection: sqlite3.Connection, path: Path) -> None:
    connection.executescript(_TABLES)
    if _missing(connection):
        connection.execute("BEGIN IMMEDIATE")
        missing = _missing(connection)  # another process may have been faster
        if missing:
            keep_copy(path, __version__)
        for name in missing:
            connection.execute(f"ALTER TABLE uploads ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")
        connection.execute("COMMIT")


def _missing(connection: sqlite3.Connection) -> list[str]:
    """The columns that a database of version 0.2.0 lacks; empty if it has them."""
    known = {row[1] for row in connection.execute("PRAGMA table_info(uploads)")}
    return [name for name in _ADDED_TO_UPLOADS if name not in known]


def check_store(settings: ServerSettings) -> None:
    """Refuses a store that cannot be used, with a better message than uvicorn would give.

    Raises:
        InvalidSetting: with the reason.
    """
    if settings.games:
        Store(settings.games).close()
    open_database(settings.store).close()
