"""Active and inactive players of the ladder."""

import pytest

from enraya.errors import InvalidSetting
from enraya.league.store.store import LeagueStore
from tests.league.making import add_version, enter_agent, join, submit


def active(store: LeagueStore) -> list[str]:
    return [player.name for player in store.players.all() if player.is_active]


def test_exactly_the_named_baselines_play_and_none_joins_twice(store: LeagueStore) -> None:
    for names in (("random", "level(2)"), ("level(1)", "random"), ("level(2)",)):
        with store.database.transaction():
            store.players.set_baselines(names)
        assert sorted(active(store)) == sorted(names)
    assert [player.name for player in store.players.all()] == ["random", "level(1)", "level(2)"]


def test_activating_a_version_again_does_not_add_a_player(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(2)")
    first, second = store.versions.all(team)
    for version in (second, first, first):
        with store.database.transaction():
            store.players.activate(version)
        assert active(store)[2:] == [f"team 1 v{version.number}"]
    assert len(store.players.all()) == 4
    with store.database.transaction():
        store.players.deactivate(team)
        store.players.activate(second)
    assert active(store)[2:] == ["team 1 v2"]


def test_a_version_that_was_not_checked_does_not_play(store: LeagueStore) -> None:
    version = submit(store, join(store, "A"))
    with pytest.raises(InvalidSetting, match="version 1 has not been checked"):
        store.players.activate(version)
