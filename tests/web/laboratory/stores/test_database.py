"""The database of a laboratory."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.web.laboratory.stores.database import FILE_NAME, open_database


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(InvalidSetting, match=r"cannot keep games in '.*file'"):
        open_database(file)


def test_a_file_that_is_not_a_database_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("not a database" * 100)
    with pytest.raises(InvalidSetting, match="is not an SQLite file"):
        open_database(tmp_path)


UPLOADS_OF_0_2_0 = """
CREATE TABLE uploads (id TEXT NOT NULL, owner TEXT NOT NULL, address TEXT NOT NULL,
    name TEXT NOT NULL, added REAL NOT NULL, PRIMARY KEY (id, owner)) WITHOUT ROWID;
INSERT INTO uploads VALUES ('a', 'someone', '', 'earlier', 1.0);
"""


def test_a_file_of_0_2_0_is_upgraded_and_a_copy_of_it_kept(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as earlier:
        earlier.executescript(UPLOADS_OF_0_2_0)
    with closing(open_database(tmp_path)) as database:
        database.execute("INSERT INTO uploads VALUES ('b', '', '', 'new', 2.0, 'Ana', 'c')")
    with closing(open_database(tmp_path)) as again:
        rows = again.execute("SELECT id, name, author FROM uploads ORDER BY id").fetchall()
    assert [tuple(row) for row in rows] == [("a", "earlier", ""), ("b", "new", "Ana")]
    (copy,) = tmp_path.glob(f"{FILE_NAME}.before-*")
    with closing(sqlite3.connect(copy)) as kept:
        found = kept.execute("SELECT * FROM uploads").fetchall()
    assert found == [("a", "someone", "", "earlier", 1.0)]


def test_a_current_file_is_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        open_database(tmp_path).close()
    assert not list(tmp_path.glob("*.before-*"))
