"""Agents in other languages among the entrants: what is refused, what is noticed."""

from pathlib import Path

import pytest

from enraya import InvalidSetting, parse_rules
from enraya.arena.plan.entrants import (
    check_entrants,
    check_unchanged,
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


@pytest.mark.parametrize("name", ["mine.cpp", "mine.lisp", "Mine.java", "mine.js"])
def test_a_changed_source_is_another_agent(tmp_path: Path, name: str) -> None:
    (entrant,) = make_entrants([written(tmp_path / name, "one")])
    assert entrant.bytes == 3
    check_unchanged([entrant])
    written(tmp_path / name, "two")
    with pytest.raises(InvalidSetting, match="has changed since the first game"):
        check_unchanged([entrant])


def test_a_name_that_tells_no_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"it must end in \.py \(Python\), .*\.cpp"):
        make_entrants([written(tmp_path / "mine.rs", "fn main() {}")])


def test_a_folder_is_no_agent(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="is a folder; name the file in it"):
        make_entrants([f"file:{tmp_path}"])


def test_a_missing_compiler_refuses_the_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entrants = make_entrants([written(tmp_path / "mine.cpp", "int main() {}")])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InvalidSetting, match=r"'mine\.cpp' needs g\+\+: apt install g\+\+"):
        check_entrants(entrants, RULES)


def test_a_list_of_agents_has_patterns_and_names(tmp_path: Path) -> None:
    for name in ("anna", "bert", "carla"):
        written(tmp_path / f"{name}.py", name)
    listed = tmp_path / "agents.toml"
    listed.write_text(f"[agents]\nmine = '{tmp_path}/carla.py'\nothers = '{tmp_path}/[ab]*.py'\n")
    named = named_agents([*read_tournament_file(listed).agents, "level(3)"])
    assert [name for name, _ in named] == ["mine", "others anna", "others bert", "level(3)"]
    assert named[0][1] == f"file:{tmp_path}/carla.py"


def test_a_match_has_two_agents(tmp_path: Path) -> None:
    for name in ("anna", "bert"):
        written(tmp_path / f"{name}.py", name)
    assert [one.name for one in two_entrants(f"{tmp_path}/anna.py", "random")] == ["anna", "random"]
    with pytest.raises(InvalidSetting, match="these are 3 agents; a match has two"):
        two_entrants(str(tmp_path), "random")


def test_identical_files_are_noticed(tmp_path: Path) -> None:
    for name, content in (("anna", "1"), ("bert", "2"), ("carla", "1")):
        written(tmp_path / f"{name}.py", content)
    entrants = make_entrants(named_agents([str(tmp_path), f"{tmp_path}/anna.py", "random"]))
    assert [entrant.name for entrant in entrants][2:4] == ["carla", "anna #2"]
    assert same_files(entrants) == {0: [2], 2: [0, 3], 3: [2]}
