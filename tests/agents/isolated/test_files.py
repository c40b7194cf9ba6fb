"""Which files of its author an agent sees."""

from pathlib import Path

import pytest

from enraya.agents.isolated.files import visible_files


def test_an_agent_sees_its_folder(tmp_path: Path) -> None:
    spec = f"file:{tmp_path / 'mine.py'}"
    assert visible_files(spec, alone=False) == [str(tmp_path)]
    assert visible_files(spec, alone=True) == [str(tmp_path / "mine.py")]


def test_a_home_and_what_is_above_it_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    (tmp_path / "me").mkdir()
    for file in (tmp_path / "me" / "mine.py", tmp_path / "mine.py"):
        assert visible_files(f"file:{file}", alone=False) == [str(file)]


def test_a_folder_in_which_everybody_writes_is_not_shown(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    file = tmp_path / "mine.py"
    assert visible_files(f"file:{file}", alone=False) == [str(file)]
