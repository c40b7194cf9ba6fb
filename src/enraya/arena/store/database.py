"""The SQLite file of a store: its path, and transactions that read and write it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from enraya.errors import InvalidSetting
from enraya.files import is_file
from enraya.sqlite import explained, open_store

FILE_NAME = "tournaments.sqlite"
"""The name of the file of games in a folder."""
_SUFFIXES = (".sqlite", ".db")
"""A path that ends in one of these is a file, even if it does not exist yet."""


def games_file(store: Path) -> Path:
    """The file of games of a store that is given as a file or a folder.

    >>> games_file(Path("games.sqlite")).name
    'games.sqlite'
    """
    return store / FILE_NAME if _is_folder(store) else store


def laboratory_folder(store: Path) -> Path:
    """The folder of a laboratory's sessions, uploads and runs: the store, or one beside its file.

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
"""How many seconds to wait for another process that is writing."""
APPLICATION = 0x456E7279
"""The application id in the header of SQLite files that enraya creates."""


class Database:
    """An open SQLite file, for a ``with`` block. Errors of SQLite become `StoreFailure`.

    Args:
        path: the path of the file, which is created if missing.
        version: the version of the format that this enraya writes; a later one is refused.
        schema: the statements that create the tables of this format in an empty file.
        application: the application id in the header of the file.
        any_thread: whether several threads may use the file, one at a time.
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
        """Creates the tables, inside a transaction, unless another process has just done so."""
        if self.number("PRAGMA application_id") == self._application:
            return  # another process was faster
        if self.number("SELECT count(*) FROM sqlite_master"):
            raise InvalidSetting(f"{str(self.path)!r} is another program's database")
        for statement in self._schema.split(";"):
            self._connection.execute(statement)
        self._connection.execute(f"PRAGMA user_version = {self._version}")
        self._connection.execute(f"PRAGMA application_id = {self._application}")

    def query(self, text: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows that an SQL query returns, one by one; ``values`` replace its placeholders."""
        with explained(self.path):
            for row in self._connection.execute(text, values):  # noqa: UP028  # see below
                yield row  # `yield from` would close the cursor, perhaps after the connection

    def number(self, text: str, *values: object) -> int:
        """The number that an SQL query returns as its only value."""
        with explained(self.path):
            return int(self._connection.execute(text, values).fetchone()[0])

    def write(self, text: str, *values: object) -> int:
        """Executes an SQL statement in its own transaction; returns the id of the row inserted."""
        with self.transaction():
            return self._connection.execute(text, values).lastrowid or 0

    def execute(self, text: str, *values: object) -> int:
        """Executes an SQL statement inside a `transaction`; returns the number of changed rows."""
        return self._connection.execute(text, values).rowcount

    def write_many(self, text: str, rows: list[tuple[object, ...]]) -> None:
        """Executes an SQL statement for many rows, in one transaction: for all of them or none."""
        with self.transaction():
            self._connection.executemany(text, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Runs the block as a transaction: if it raises an error, nothing is changed."""
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
        """Rewrites the file, so that it holds no traces of deleted content."""
        with explained(self.path):
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy_to(self, path: Path) -> None:
        """Copies a consistent state to another file, while other processes may go on writing."""
        with explained(path), closing(sqlite3.connect(path)) as copy:
            self._connection.backup(copy)

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
