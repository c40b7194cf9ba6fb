"""`enraya match` with agents from files."""

from pathlib import Path

import pytest

from tests.cli.running import enraya


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
