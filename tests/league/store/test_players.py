"""Who plays in the ladder, and who rests."""

import pytest

from enraya.errors import InvalidSetting
from enraya.league.model.records import VersionState
from enraya.league.store.store import LeagueStore
from tests.league.making import add_version, enter_agent, join, submit


def active(store: LeagueStore) -> list[str]:
    return [player.name for player in store.players.all() if player.is_active]


def test_exactly_the_baselines_that_are_named_play_and_none_joins_twice(store: LeagueStore) -> None:
    for names in (("random", "level(2)"), ("level(1)", "random"), ("level(2)",)):
        with store.database.transaction():
            store.players.set_baselines(names)
        assert sorted(active(store)) == sorted(names)
    assert [player.name for player in store.players.all()] == ["random", "level(1)", "level(2)"]


def test_the_latest_version_plays_for_its_team_after_the_one_before(store: LeagueStore) -> None:
    one, other = enter_agent(store, "A", "random"), enter_agent(store, "B", "level(1)")
    add_version(store, one, "level(2)")
    assert active(store)[2:] == ["team 2 v1", "team 1 v2"]
    places = {player.name: player.predecessor for player in store.players.all() if player.team}
    assert places == {"team 1 v1": None, "team 2 v1": None, "team 1 v2": 2}
    states = [version.state for version in store.versions.all(one)]
    assert states == [VersionState.RETIRED, VersionState.ACTIVE]
    assert store.versions.all(other)[0].state is VersionState.ACTIVE


def test_a_version_that_plays_already_or_again_has_one_place(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(2)")
    first, second = store.versions.all(team)
    for version in (second, first, first):
        with store.database.transaction():
            store.players.activate(version)
        assert active(store)[2:] == [f"team 1 v{version.number}"]
    assert len(store.players.all()) == 4
    with store.database.transaction():
        store.players.rest(team)
        store.players.activate(second)
    assert active(store)[2:] == ["team 1 v2"]


def test_what_was_never_found_fit_does_not_play(store: LeagueStore) -> None:
    version = submit(store, join(store, "A"))
    with pytest.raises(InvalidSetting, match="version 1 has not been found fit"):
        store.players.activate(version)
