"""The SQLite file of a store: where it is, and how it is read and written."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from enraya.errors import InvalidSetting
from enraya.files import is_file
from enraya.sqlite import explained, open_store

FILE_NAME = "tournaments.sqlite"
"""The file of games in a folder."""
_SUFFIXES = (".sqlite", ".db")
"""The endings of a name that means a file, even one that does not exist yet."""


def games_file(store: Path) -> Path:
    """The file of games that a store means.

    >>> games_file(Path("games.sqlite")).name
    'games.sqlite'
    """
    return store / FILE_NAME if _is_folder(store) else store


def laboratory_folder(store: Path) -> Path:
    """Where a laboratory keeps sessions, uploads and runs: the store itself, or beside a file.

    >>> laboratory_folder(Path("games.sqlite")).name
    'games.sqlite.laboratory'
    """
    is_named_so = store.suffix.lower() in _SUFFIXES and not _is_folder(store)
    is_beside = is_named_so or is_file(store)
    return store.with_name(f"{store.name}.laboratory") if is_beside else store


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # such as a name that is too long
        return False


WAIT_SECONDS = 10.0
"""How long to wait for another process that is writing."""
APPLICATION = 0x456E7279
"""Marks the file as ours in its header."""


class Database:
    """The file; use it in a ``with`` block. What SQLite refuses becomes `InvalidSetting`.

    Args:
        path: where it is; created if missing.
        version: the format that this enraya writes.
        schema: the statements that turn an empty file into that format.
        application: marks the file in its header.
        any_thread: whether threads may take turns with it.
    """

    def __init__(
        self,
        path: Path,
        version: int,
        schema: str,
        *,
        application: int = APPLICATION,
        any_thread: bool = False,
    ) -> None:
        self.path = path
        self._version, self._schema, self._application = version, schema, application
        self._connection = open_store(
            path, self._prepare, wait_seconds=WAIT_SECONDS, any_thread=any_thread
        )

    def _prepare(self, connection: sqlite3.Connection) -> None:
        self._connection = connection  # for the methods that use it
        found = self.number("PRAGMA user_version")
        if found > self._version:
            raise InvalidSetting(
                f"the store {str(self.path)!r} has version {found}, from a newer enraya; "
                f"this one knows up to {self._version}"
            )
        if self.number("PRAGMA application_id") != self._application:
            with self.transaction():
                self._create()

    def _create(self) -> None:
        """Makes the tables; the caller holds the lock, as another process may be doing the same."""
        if self.number("PRAGMA application_id") == self._application:
            return  # another process was faster
        if self.number("SELECT count(*) FROM sqlite_master"):
            raise InvalidSetting(f"{str(self.path)!r} is another program's database")
        for statement in self._schema.split(";"):
            self._connection.execute(statement)
        self._connection.execute(f"PRAGMA user_version = {self._version}")
        self._connection.execute(f"PRAGMA application_id = {self._application}")

    def query(self, text: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows that answer a question, one by one."""
        with explained(self.path):
            for row in self._connection.execute(text, values):  # noqa: UP028  # see below
                yield row  # `yield from` would close the cursor, perhaps after the connection

    def number(self, text: str, *values: object) -> int:
        """The one number that answers a question."""
        with explained(self.path):
            return int(self._connection.execute(text, values).fetchone()[0])

    def write(self, text: str, *values: object) -> int:
        """Changes the file; returns the number of the new row, if there is one."""
        with self.transaction():
            return self._connection.execute(text, values).lastrowid or 0

    def execute(self, text: str, *values: object) -> int:
        """Changes the file inside a `transaction`; returns the number of changed rows."""
        return self._connection.execute(text, values).rowcount

    def write_many(self, text: str, rows: list[tuple[object, ...]]) -> None:
        """Writes many rows: all of them or, when that fails, none."""
        with self.transaction():
            self._connection.executemany(text, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything in the block happens, or nothing does."""
        with explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def compact(self) -> None:
        """Rewrites the file, so that nothing of what was deleted is left in it."""
        with explained(self.path):
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy_to(self, path: Path) -> None:
        """Copies everything at one moment to another file; others can write meanwhile."""
        with explained(path), closing(sqlite3.connect(path)) as copy:
            self._connection.backup(copy)

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
