"""Fixtures shared by tests of the arena."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.arena.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    with Store(tmp_path / "games.sqlite") as made:
        yield made
