"""A league on a cluster of two machines, one of which fails during the games."""

from pathlib import Path
from time import monotonic

import pytest

from enraya.league.model.records import VersionState
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import C_SOURCE, LEFTMOST, RIGHTMOST, games_of, join, make_league, submit
from tests.work.cluster import two_node_cluster, unplug

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
GAMES = 24
PATIENCE = 180.0


def games(store: LeagueStore) -> dict[tuple[str, str, int], str]:
    """The games by the names of the players: their places depend on who was active first."""
    names = [player.name for player in store.players.all()]
    return {
        (names[first], names[second], opening): moves
        for (first, second, opening), moves in games_of(store).items()
    }


def begun(folder: Path) -> LeagueStore:
    store = make_league(folder, max_pairs=4)
    for name, content in (("A", LEFTMOST), ("B", RIGHTMOST)):
        submit(store, join(store, name), content)
    submit(store, join(store, "C"), C_SOURCE, "mine.c")
    return store


def test_losing_a_machine_loses_no_submission_and_no_game(tmp_path: Path) -> None:
    with begun(tmp_path / "ia") as store, two_node_cluster() as cluster:
        lost: list[object] = []

        def is_enough() -> bool:
            count = store.arena.count(LADDER)
            if count >= 6 and not lost:
                lost.append(cluster.second)
                unplug(cluster, cluster.second)
            return count >= GAMES and not store.versions.queue()

        said: list[str] = []
        Worker(store, engine=f"ray@{cluster.address}", complain=said.append).run(until=is_enough)
        assert lost
        assert not said
        found = games(store)
        states = [version.state for version in store.versions.all()]
        assert states == [VersionState.ACTIVE] * 3
        assert not store.arena.faults(LADDER)
    with begun(tmp_path / "serial") as store:
        worker, until = Worker(store, engine="serial"), monotonic() + PATIENCE
        worker.run(until=lambda: found.keys() <= games(store).keys() or monotonic() > until)
        assert {key: games(store)[key] for key in found} == found
