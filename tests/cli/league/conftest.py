"""Where the commands of a league are typed."""

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one, where English is spoken."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENRAYA_LANG", "en")
    monkeypatch.delenv("ENRAYA_LEAGUE", raising=False)
    return tmp_path
