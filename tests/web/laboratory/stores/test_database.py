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


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("not a database" * 100)
    with pytest.raises(InvalidSetting, match="is not an SQLite file"):
        open_database(tmp_path)


def test_uploads_keep_their_owners_and_those_of_version_0_1_0_are_the_operators(
    tmp_path: Path,
) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as early:
        early.execute("CREATE TABLE uploads (id TEXT PRIMARY KEY, name TEXT, added REAL)")
        early.execute("INSERT INTO uploads VALUES ('a', 'old', 1.0)")
    with closing(open_database(tmp_path)) as database:
        database.execute("INSERT INTO uploads VALUES ('b', 'somebody', '', 'new', 2.0, '', '')")
    with closing(open_database(tmp_path)) as again:
        rows = again.execute("SELECT id, owner, name FROM uploads ORDER BY id").fetchall()
    assert [tuple(row) for row in rows] == [("a", "", "old"), ("b", "somebody", "new")]
