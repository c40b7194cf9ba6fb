"""Which files of its author an agent sees."""

from pathlib import Path

import pytest

from enraya.agents.isolated.files import check_files, visible_files
from enraya.errors import UnknownName


def test_an_agent_sees_its_folder(tmp_path: Path) -> None:
    spec = f"file:{tmp_path / 'mine.py'}"
    assert visible_files(spec, alone=False) == [str(tmp_path)]
    assert visible_files(spec, alone=True) == [str(tmp_path / "mine.py")]


def test_quotes_are_not_part_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine (1).py"
    file.touch()
    for spec in (f'file:"{file}"', f"file:{file}", f'greedy(eval=file:"{file}")'):
        assert check_files(spec) == [file]
        assert visible_files(spec, alone=True) == [str(file)]


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


def test_where_a_link_leads_is_shown_with_its_folder(tmp_path: Path) -> None:
    (tmp_path / "real.py").touch()
    (tmp_path / "agents").mkdir()
    link = tmp_path / "agents" / "mine.py"
    link.symlink_to(tmp_path / "real.py")
    assert visible_files(f"file:{link}", alone=False) == [
        str(link.parent),
        str(tmp_path / "real.py"),
    ]
    assert visible_files(f"file:{link}", alone=True) == [str(link)]


def test_the_files_of_an_unknown_agent_are_not_enough(tmp_path: Path) -> None:
    (tmp_path / "mine.py").touch()
    assert check_files(f"greedy(eval=file:{tmp_path / 'mine.py'})")
    with pytest.raises(UnknownName, match="unknown agent 'gredy'"):
        check_files(f"gredy(eval=file:{tmp_path / 'mine.py'})")
