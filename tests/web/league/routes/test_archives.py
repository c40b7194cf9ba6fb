"""Backups downloaded while the league plays."""

import threading
from functools import partial
from pathlib import Path

import pytest

from enraya.league.store.backup import restore_backup
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import enter_agent
from tests.web.league.running import Links, visitors


def has_games(store: LeagueStore, count: int) -> bool:
    return store.arena.count(LADDER) >= count


@pytest.mark.slow
def test_backups_made_over_the_network_during_games_are_complete(tmp_path: Path) -> None:
    links = Links(tmp_path / "ia")
    with LeagueStore(links.folder) as store:
        for name in ("A", "B"):
            enter_agent(store, name, "random")
    stop, has_played = threading.Event(), threading.Event()

    def play() -> None:
        with LeagueStore(links.folder) as store:
            while not stop.is_set():
                wanted = store.arena.count(LADDER) + 1
                Worker(store, engine="serial").run(partial(has_games, store, wanted))
                has_played.set()

    player = threading.Thread(target=play)
    with visitors(links, links.operator) as (operator,):
        player.start()
        try:
            archives = []
            for _ in range(3):
                has_played.clear()
                has_played.wait()
                archives.append(operator.get("/api/league/operator/backup"))
        finally:
            stop.set()
            player.join()
    counts = []
    for place, archive in enumerate(archives):
        assert archive.is_success
        file = tmp_path / f"{place}.zip"
        file.write_bytes(archive.content)
        assert restore_backup(file, tmp_path / f"again {place}") == 2
        with LeagueStore(tmp_path / f"again {place}") as store:
            counts.append(store.arena.count(LADDER))
            assert len(list(store.arena.rows(LADDER))) == counts[-1]
    assert counts[0] < counts[1] < counts[2], "games went on in the meantime"
