"""The folder in which the commands of a league run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from enraya.league.store.store import LeagueStore
from tests.league.making import make_league


@pytest.fixture
def store(here: Path) -> Iterator[LeagueStore]:
    """A league below the current folder, without teams."""
    with make_league(here / "ia") as made:
        yield made
