"""What hostile teams of the benchmark send."""

import pytest

from enraya.bench.servers.league import archive_bomb
from enraya.errors import EnrayaError
from enraya.league.store.archive import read_archive


def test_the_archive_of_hostile_teams_is_small_and_refused() -> None:
    bomb = archive_bomb()
    assert len(bomb) < 100_000
    with pytest.raises(EnrayaError, match="more than"):
        read_archive(bomb)
