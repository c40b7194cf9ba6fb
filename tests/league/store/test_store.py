"""The file of a league: created once, and refused with a sentence if it is unusable."""

import pytest

from enraya.arena.store.store import Store
from enraya.errors import EnrayaError
from enraya.league.store.schema import VERSION
from enraya.league.store.store import LeagueStore
from tests.league.making import SMALL


def test_a_league_is_reopened_with_its_settings(store: LeagueStore) -> None:
    with LeagueStore(store.folder) as again:
        assert again.settings == SMALL
        assert [player.name for player in again.players.all()] == ["random", "level(1)"]
        assert again.ladder.settings.kind == "ladder"
        assert [action.action for action in again.log.actions()] == ["new"]


def test_a_league_of_a_newer_version_is_refused_and_left_unchanged(store: LeagueStore) -> None:
    store.database.write(f"PRAGMA user_version = {VERSION + 1}")
    store.close()
    before = (store.folder / "league.sqlite").read_bytes()
    with pytest.raises(EnrayaError, match="from a newer enraya"):
        LeagueStore(store.folder)
    assert (store.folder / "league.sqlite").read_bytes() == before


def test_a_store_of_games_is_not_a_league_nor_the_other_way_round(
    store: LeagueStore,
) -> None:
    with pytest.raises(EnrayaError, match="another program's database"):
        Store(store.folder / "league.sqlite")


def test_a_clock_that_was_set_back_is_detected(store: LeagueStore) -> None:
    store.check_clock()
    store.database.write("UPDATE league SET latest = latest + 200")  # not worth a word
    store.check_clock()
    store.database.write("UPDATE league SET latest = latest + 86200")
    with pytest.raises(EnrayaError, match=r"clock of this machine is wrong.* 1,440 minutes later"):
        store.check_clock()
