"""Entrants: how they are listed and named, and which are refused."""

from pathlib import Path

import pytest

from enraya import InvalidSetting, UnknownName, parse_rules
from enraya.arena.plan.entrants import (
    check_entrants,
    make_entrants,
    named_agents,
    read_tournament_file,
    same_files,
    two_entrants,
)

RULES = parse_rules("classic")


def written(path: Path, content: str) -> str:
    path.write_text(content)
    return f"file:{path}"


def test_a_file_with_an_unknown_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"it must end in \.py \(Python\), .*\.cpp"):
        make_entrants([written(tmp_path / "mine.rs", "fn main() {}")])


def test_a_tournament_is_refused_if_a_compiler_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entrants = make_entrants([written(tmp_path / "mine.cpp", "int main() {}")])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InvalidSetting, match=r"'mine\.cpp' needs g\+\+: apt install g\+\+"):
        check_entrants(entrants, RULES)


def test_a_list_of_agents_may_hold_patterns_and_names(tmp_path: Path) -> None:
    for name in ("anna", "bert", "carla"):
        written(tmp_path / f"{name}.py", name)
    listed = tmp_path / "agents.toml"
    listed.write_text(f"[agents]\nmine = '{tmp_path}/carla.py'\nothers = '{tmp_path}/[ab]*.py'\n")
    named = named_agents([*read_tournament_file(listed).agents, "level(3)"])
    assert [name for name, _ in named] == ["mine", "others anna", "others bert", "level(3)"]
    assert named[0][1] == f"file:{tmp_path}/carla.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class" / "folder.py").mkdir(parents=True)
    for name in ("bert.py", "anna.py", "carla.cpp", "_shared.py", ".hidden.py", "notes.txt"):
        (tmp_path / "class" / name).write_text("")
    return tmp_path


def texts(listed: str) -> list[str]:
    return [text for _, text in named_agents([listed])]


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
def test_folders_patterns_and_paths_expand_to_files(
    folder: Path, text: str, found: list[str]
) -> None:
    assert folder
    assert texts(text) == found


def test_an_existing_file_is_not_read_as_a_pattern(folder: Path) -> None:
    (folder / "[1].py").write_text("")
    assert texts("[1].py") == ["file:[1].py"]


@pytest.mark.parametrize("name", ["random", "Madrid-1"])
def test_an_agent_takes_precedence_over_a_folder_of_its_name(folder: Path, name: str) -> None:
    (folder / "class").rename(folder / name)
    assert texts(name) == [name]
    assert len(texts(f"./{name}")) == 3


@pytest.mark.parametrize("text", ["empty", "class/*.java"])
def test_a_folder_or_pattern_without_agents_is_refused(folder: Path, text: str) -> None:
    (folder / "empty").mkdir()
    with pytest.raises(InvalidSetting, match=r"no agent file .*; their names end in \.py, "):
        texts(text)


def test_names_are_just_long_enough_to_tell_files_apart() -> None:
    listed = ["file:a/x.py", "file:b/x.py", "file:y.py", "file:y.cpp", "file:z.py", "file:z.py"]
    names = [name for name, _ in named_agents(listed)]
    assert names == ["a/x.py", "b/x.py", "y.py", "y.cpp", "z", "z"]


def test_an_unknown_agent_is_refused_even_if_its_files_exist(tmp_path: Path) -> None:
    text = written(tmp_path / "mine.py", "1 / 0")
    assert make_entrants([f"greedy(eval={text})"])[0].bytes == 5
    with pytest.raises(UnknownName, match="unknown agent 'gredy'"):
        make_entrants([f"gredy(eval={text})"])


def test_a_match_has_two_agents(tmp_path: Path) -> None:
    for name in ("anna", "bert"):
        written(tmp_path / f"{name}.py", name)
    assert [one.name for one in two_entrants(f"{tmp_path}/anna.py", "random")] == ["anna", "random"]
    with pytest.raises(InvalidSetting, match="these are 3 agents; a match has two"):
        two_entrants(str(tmp_path), "random")


def test_identical_files_are_detected(tmp_path: Path) -> None:
    for name, content in (("anna", "1"), ("bert", "2"), ("carla", "1")):
        written(tmp_path / f"{name}.py", content)
    entrants = make_entrants(named_agents([str(tmp_path), f"{tmp_path}/anna.py", "random"]))
    assert [entrant.name for entrant in entrants][2:4] == ["carla", "anna #2"]
    assert same_files(entrants) == {0: [2], 2: [0, 3], 3: [2]}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ('agents = ["random", "level(3)"]', ["random", "level(3)"]),
        ('[agents]\nmine = "level(3)"\nother = "random"', ["mine", "other"]),
        ("agents = ['\"level\"(3)', 'random']", ['"level"(3)', "random"]),
    ],
)
def test_agents_are_read_from_a_file(tmp_path: Path, content: str, found: list[str]) -> None:
    path = tmp_path / "agents.toml"
    path.write_text(content)
    listed = read_tournament_file(path)
    assert [entrant.name for entrant in make_entrants(listed.agents)] == found
    assert listed.max_bytes == 0
    path.write_text(f"max_bytes = 4096\n{content}")
    assert read_tournament_file(path) == (listed.agents, 4096)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "agents = 3",
        "agents = []",
        "agents = [1]",
        "x = [",
        "agents=[]\ny=1",
        "agents=['random']\nmax_bytes='4k'",
    ],
)
def test_a_file_without_agents_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "agents.toml"
    path.write_text(content)
    with pytest.raises(InvalidSetting, match=r"agents\.toml"):
        read_tournament_file(path)
