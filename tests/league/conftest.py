"""Fixtures shared by tests of leagues."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enraya.league.store.store import LeagueStore
from tests.league.making import make_league


@pytest.fixture
def changes() -> dict[str, Any]:
    """The settings of the league that a test gives."""
    return {}


@pytest.fixture
def store(tmp_path: Path, changes: dict[str, Any]) -> Iterator[LeagueStore]:
    """A league on a small board, without teams."""
    with make_league(tmp_path / "ia", **changes) as made:
        yield made
