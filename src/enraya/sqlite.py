"""SQLite files that survive a crash of the program, and failures explained in a sentence."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep

from enraya.errors import InvalidSetting, StoreFailure

_PAUSE_SECONDS = 0.01
_PRIMARY_CODE = 0xFF
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_REASONS = {
    sqlite3.SQLITE_BUSY: "is locked by another program; try again when it has finished",
    sqlite3.SQLITE_LOCKED: "is locked by another program; try again when it has finished",
    sqlite3.SQLITE_READONLY: "cannot be written: it is read-only",
    sqlite3.SQLITE_PERM: "cannot be written: permission denied",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full; what it holds is safe",
    sqlite3.SQLITE_IOERR: "cannot be written: the disk is full or failing; what it holds is safe",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; does the folder exist, and is it writable?",
    sqlite3.SQLITE_NOTADB: "is not an SQLite file",
    sqlite3.SQLITE_CORRUPT: "is damaged",
}


def open_store(
    path: Path,
    prepare: Callable[[sqlite3.Connection], None],
    *,
    wait_seconds: float,
    any_thread: bool = False,
) -> sqlite3.Connection:
    """A connection to the file, which is created if missing.

    With write-ahead logging a commit survives `kill -9`; a statement outside a transaction is
    committed at once.

    Args:
        path: where the file is.
        prepare: checks the content of the file and creates its tables, before any other change.
        wait_seconds: how long to wait for another program that is writing.
        any_thread: whether threads may take turns with the connection.

    Raises:
        StoreFailure: when the file cannot be used.
    """
    with explained(path):
        connection = sqlite3.connect(
            path, timeout=wait_seconds, isolation_level=None, check_same_thread=not any_thread
        )
        try:
            prepare(connection)
            connection.execute("PRAGMA synchronous = NORMAL")
            _use_wal(connection, monotonic() + wait_seconds)
        except BaseException:
            connection.close()
            raise
    return connection


def _use_wal(connection: sqlite3.Connection, deadline: float) -> None:
    """Switches to write-ahead logging if needed; retries, because SQLite does not wait here."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _code(error) not in _BUSY or monotonic() > deadline:
                raise
            sleep(_PAUSE_SECONDS)
        else:
            return


def keep_copy(path: Path, version: str) -> None:
    """Copies a file to ``NAME.before-VERSION`` beside it, before its tables change.

    The caller must be in a transaction that locks the file and has not changed anything yet, so
    that the copy is complete.
    """
    copy = path.with_name(f"{path.name}.before-{version}")
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as unfinished:
        source.backup(unfinished)
    part.replace(copy)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns an SQLite error in the block into a sentence about the file.

    Raises:
        StoreFailure: with that sentence, when SQLite fails.
        InvalidSetting: when a number needs more than 64 bits, or a text is not valid Unicode.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise StoreFailure(f"the store {str(path)!r} {reason_of(error)}") from None
    except OverflowError:
        raise InvalidSetting(f"the store {str(path)!r} has no numbers beyond 64 bits") from None
    except UnicodeEncodeError:
        raise InvalidSetting(f"the store {str(path)!r} keeps only valid Unicode text") from None
    except UnicodeDecodeError:  # in what SQLite says of a file
        raise InvalidSetting(f"the store {str(path)!r} is damaged") from None


def reason_of(error: sqlite3.Error) -> str:
    """What SQLite complains about, as the end of a sentence about the file."""
    return _REASONS.get(_code(error), f"fails: {error}")


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code of a failure; 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
