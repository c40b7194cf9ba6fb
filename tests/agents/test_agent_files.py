"""Agents named by plain paths."""

from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.agents.agent_files import agent_text, agent_texts, plain_names


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    names = ("bert.py", "anna.py", "carla.cpp", "_shared.py", ".hidden.py", "notes.txt")
    (tmp_path / "class").mkdir()
    for name in names:
        (tmp_path / "class" / name).write_text("")
    (tmp_path / "class" / "folder.py").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class", ["file:class/anna.py", "file:class/bert.py", "file:class/carla.cpp"]),
        ("file:class/", ["file:class/anna.py", "file:class/bert.py", "file:class/carla.cpp"]),
        ("class/*.py", ["file:class/anna.py", "file:class/bert.py"]),
        ("file:class/[a]*", ["file:class/anna.py"]),
        ("class/anna.py", ["file:class/anna.py"]),
        ("elsewhere.py", ["file:elsewhere.py"]),
        ("random", ["random"]),
        ("mcts(c=2)", ["mcts(c=2)"]),
        ("program:./mine.py", ["program:./mine.py"]),
        ("program:./mine [c] -d", ["program:./mine [c] -d"]),
    ],
)
def test_folders_patterns_and_paths_stand_for_files(
    folder: Path, text: str, found: list[str]
) -> None:
    assert folder
    assert agent_texts(text) == found


def test_a_file_with_the_characters_of_a_pattern_is_itself(folder: Path) -> None:
    (folder / "[1].py").write_text("")
    assert agent_texts("[1].py") == ["file:[1].py"]


@pytest.mark.parametrize("name", ["random", "Madrid-1"])
def test_an_agent_comes_before_a_folder_of_its_name(folder: Path, name: str) -> None:
    (folder / "class").rename(folder / name)
    assert agent_texts(name) == [name]
    assert len(agent_texts(f"./{name}")) == 3


@pytest.mark.parametrize("text", ["empty", "class/*.java"])
def test_nothing_to_play_is_said(folder: Path, text: str) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(InvalidSetting, match=r"no agent's file .*; their names end in \.py, "):
        agent_texts(text)


@pytest.mark.parametrize("path", [r"C:\class\anna.py", "mine (1).py", "MINE.PY"])
def test_any_path_of_a_file_is_understood(path: str) -> None:
    assert agent_text(path) == f"file:{path}"


def test_names_are_as_long_as_it_takes() -> None:
    texts = ["file:a/x.py", "file:b/x.py", "file:y.py", "file:y.cpp", "file:z.py", "file:z.py"]
    assert plain_names(texts) == ["a/x.py", "b/x.py", "y.py", "y.cpp", "z", "z"]
