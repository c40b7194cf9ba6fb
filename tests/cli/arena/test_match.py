"""`enraya match` with agents from files."""

from pathlib import Path

import pytest

from tests.cli.running import enraya


@pytest.mark.slow
def test_a_missing_sandbox_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position, limit):\n    return position.legal_moves[0]\n")
    command = ["match", f"file:{file}", "random", "--games", "2", "--store", str(tmp_path / "s")]
    assert "no sandbox" not in enraya(*command).stderr
    monkeypatch.setenv("ENRAYA_SANDBOX", "off")
    done = enraya(*command, "--again")
    assert done.returncode == 0
    assert done.stderr.count("there is no sandbox here") == 1


def test_why_an_agent_failed_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position, limit):\n    return position.colour\n")
    command = ["match", f"file:{file}", "random", "--games", "4", "--store", str(tmp_path / "s")]
    printed = enraya(*command).stdout
    assert printed.count("'Position' object has no attribute 'colour'") == 1
    assert "(mine.py, line 2)" in printed


PROGRAM = "#!/bin/sh\nwhile read moves; do echo 4; done\n"


@pytest.mark.slow
def test_a_program_plays_with_and_without_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "mi programa"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    text = f"program:\"'{program}'\""
    command = ["match", text, "script(1212)", "--games", "2", "--opening-plies", "0"]
    command += ["--store", str(tmp_path / "store"), "--seconds", "20"]
    for mode in ("full", "off"):
        monkeypatch.setenv("ENRAYA_SANDBOX", mode)
        done = enraya(*command, "--again")
        assert done.returncode == 0, done.stderr
        assert "2 wins" in done.stdout
        assert ("there is no sandbox here" in done.stderr) == (mode == "off")


def test_a_missing_program_is_refused_before_any_game(tmp_path: Path) -> None:
    done = enraya("match", "program:./absent", "random", "--store", str(tmp_path / "store"))
    assert done.returncode == 2
    assert "there is no program './absent'" in done.stderr
    assert not (tmp_path / "store").exists()
