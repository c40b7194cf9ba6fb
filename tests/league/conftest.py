"""What tests of leagues share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.league.store.store import LeagueStore
from tests.league.making import make_league


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    """A league on a small board, without teams."""
    with make_league(tmp_path / "ia") as made:
        yield made
