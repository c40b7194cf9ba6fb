"""The database of a laboratory."""

from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.web.database import FILE_NAME, open_database


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(InvalidSetting, match=r"cannot keep games in '.*file'"):
        open_database(file)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("not a database" * 100)
    with pytest.raises(InvalidSetting, match="is not an SQLite file"):
        open_database(tmp_path)
