"""The command of a program: its parts, what it runs, and its files."""

import sys
from pathlib import Path

import pytest

from enraya.agents.programs.command import command_files, find_executable, split_command
from enraya.errors import InvalidSetting


def script(path: Path, mode: int = 0o755) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


@pytest.mark.parametrize("command", ["", "  ", "python3 'mine.py"])
def test_what_is_no_command_is_refused(command: str) -> None:
    with pytest.raises(InvalidSetting):
        split_command(command)


def test_a_program_is_found_by_its_path_and_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = script(tmp_path / "bin" / "mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(mine.parent))
    assert find_executable("./bin/mine") == find_executable("mine") == str(mine)


def test_a_program_that_may_not_be_run_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    plain = script(tmp_path / "mine", mode=0o644)
    with pytest.raises(InvalidSetting, match="may not be run"):
        find_executable(str(plain))
    with pytest.raises(InvalidSetting, match="there is no program"):
        find_executable(str(tmp_path / "yours"))


def test_scripts_that_choose_a_version_are_passed_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shims = [script(tmp_path / "shims" / name) for name in ("python3", "node", "only")]
    node = script(tmp_path / "bin" / "node")
    monkeypatch.setenv("PATH", f"{tmp_path / 'shims'}:{tmp_path / 'bin'}")
    assert find_executable("python3") == sys.executable
    assert find_executable("node") == str(node)
    assert find_executable("only") == str(shims[2])


def test_the_files_of_a_command_are_those_of_its_author(tmp_path: Path) -> None:
    mine, weights, table = (script(tmp_path / name) for name in ("mine", "weights", "table"))
    command = [str(mine), "-v", str(weights), f"--table={table}", "--depth=4"]
    assert command_files(command) == [mine, weights, table]
    assert command_files(["sh", str(mine)]) == [mine]
    assert command_files(["no-such-program"]) == [Path("no-such-program")]
