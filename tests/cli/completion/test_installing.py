"""Where completion goes for a shell that has to be asked."""

from pathlib import Path

import pytest

from enraya.cli.completion.installing import install
from enraya.errors import InvalidSetting


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which there is no PowerShell."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def test_powershell_says_itself_what_it_runs_at_its_start(home: Path) -> None:
    start = home / "profile.ps1"
    program = home / "bin" / "pwsh"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho {start}\n")
    program.chmod(0o755)
    kept, found = install("powershell")
    assert (kept.name, found) == ("completion.ps1", start)
    assert start.read_text() == f". '{kept}'\n"


def test_without_powershell_there_is_nobody_to_ask(home: Path) -> None:
    assert not (home / "bin").exists()
    with pytest.raises(InvalidSetting, match="there is no PowerShell here"):
        install("powershell")
