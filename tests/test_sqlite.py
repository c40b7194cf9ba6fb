"""SQLite files, and the messages if one cannot be used."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from enraya.errors import InvalidSetting
from enraya.sqlite import explained, open_store


def make_table(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")


def refuse(connection: sqlite3.Connection) -> None:
    del connection
    raise InvalidSetting("not this one")


def test_a_file_that_is_refused_keeps_its_journal(tmp_path: Path) -> None:
    path = tmp_path / "words.sqlite"
    with sqlite3.connect(path) as connection:
        make_table(connection)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(InvalidSetting, match="not this one"):
        open_store(path, refuse, wait_seconds=1)
    assert path.read_bytes() == before


def test_other_failures_quote_the_message_of_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "words.sqlite"
    connection = open_store(path, make_table, wait_seconds=1)
    with pytest.raises(InvalidSetting, match="fails: no such table: letters"), explained(path):
        connection.execute("SELECT * FROM letters")
    connection.close()


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that is about to write, so that the journal cannot be changed."""
    path = tmp_path / "words.sqlite"
    with closing(sqlite3.connect(path, check_same_thread=False, isolation_level=None)) as writer:
        make_table(writer)
        writer.execute("BEGIN IMMEDIATE")
        yield writer


def test_switching_the_journal_mode_waits_for_a_writer(
    tmp_path: Path, writer: sqlite3.Connection
) -> None:
    done = Timer(0.05, writer.rollback)
    done.start()
    with closing(open_store(tmp_path / "words.sqlite", make_table, wait_seconds=60)) as store:
        assert store.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    done.join()


@pytest.mark.usefixtures("writer")
def test_switching_the_journal_mode_times_out(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="is locked by another program"):
        open_store(tmp_path / "words.sqlite", make_table, wait_seconds=0)
