"""The schema of a league's database: the arena's tables, which hold all games, and its own."""

from enraya.arena.store.store import SCHEMA as ARENA_SCHEMA

FILE_NAME = "league.sqlite"
VERSION = 1
"""The version of the schema; databases with a higher one are refused."""
APPLICATION = 0x456E726C
"""SQLite's application id in the header of the file, which marks it as a league's database."""
LADDER = 1
"""The number of the tournament that holds the games of the ladder."""
SCHEMA = f"""
{ARENA_SCHEMA};
CREATE TABLE league (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL,
    created REAL NOT NULL,
    latest REAL NOT NULL,
    address TEXT NOT NULL DEFAULT '',
    is_paused INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE published (
    what TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    time REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE teams (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    members TEXT NOT NULL,
    state TEXT NOT NULL,
    created REAL NOT NULL
);
CREATE UNIQUE INDEX teams_by_name ON teams (name COLLATE NOCASE) WHERE state != 'erased';
CREATE UNIQUE INDEX teams_by_alias ON teams (alias COLLATE NOCASE) WHERE state != 'erased';
CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team INTEGER NOT NULL REFERENCES teams(id),
    number INTEGER NOT NULL,
    request TEXT NOT NULL,
    file TEXT NOT NULL,
    digest TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    received REAL NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    sentence TEXT NOT NULL DEFAULT '',
    is_late INTEGER NOT NULL,
    spec TEXT NOT NULL DEFAULT '',
    UNIQUE (team, number),
    UNIQUE (team, request)
);
CREATE INDEX versions_by_state ON versions (state, id);
CREATE TABLE trials (
    version INTEGER NOT NULL REFERENCES versions(id),
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (version, number)
) WITHOUT ROWID;
CREATE TABLE players (
    place INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    identity TEXT NOT NULL,
    version INTEGER UNIQUE REFERENCES versions(id),
    team INTEGER REFERENCES teams(id),
    predecessor INTEGER,
    is_active INTEGER NOT NULL
);
CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    team INTEGER REFERENCES teams(id),
    created REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    link TEXT NOT NULL REFERENCES links(hash) ON DELETE CASCADE,
    created REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_link ON sessions (link);
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    time REAL NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    team INTEGER,
    details TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    starts REAL NOT NULL,
    state TEXT NOT NULL,
    tournament INTEGER REFERENCES tournaments(id)
);
CREATE TABLE excluded (
    game INTEGER PRIMARY KEY REFERENCES games(id),
    reason TEXT NOT NULL
)
"""
