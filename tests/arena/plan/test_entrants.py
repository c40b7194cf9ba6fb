"""Agents in other languages among the entrants: what is refused, what is noticed."""

from pathlib import Path

import pytest

from enraya import InvalidSetting, parse_rules
from enraya.arena.plan.entrants import check_entrants, check_unchanged, make_entrants

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
