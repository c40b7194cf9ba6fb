"""Keeps builds made by tests out of the user's cache."""

from pathlib import Path

import pytest

from enraya.kernels import cache_directory


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache_directory()))  # of the kernels, as it is
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path / "cache"))
