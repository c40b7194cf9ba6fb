"""The file of a league: made once, refused with a sentence where it cannot be used."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.records import VersionState
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.schema import VERSION
from enraya.league.store.store import LeagueStore
from enraya.league.store.versions import Receipt

SETTINGS = LeagueSettings("IA 2026", rules="classic(columns=5, rows=4)", openings=10)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    with LeagueStore.create(tmp_path / "ia", SETTINGS) as made:
        yield made


def test_a_league_is_found_again_with_its_settings(store: LeagueStore) -> None:
    with LeagueStore(store.folder) as again:
        assert again.settings == SETTINGS
        assert [player.name for player in again.players.all()] == ["random", "level(3)"]
        assert again.ladder.settings.kind == "ladder"
        assert [action.action for action in again.log.actions()] == ["new"]


def test_there_is_one_league_in_a_folder(store: LeagueStore) -> None:
    with pytest.raises(EnrayaError, match="there is a league in"):
        LeagueStore.create(store.folder, SETTINGS)


def test_a_folder_without_a_league_is_refused_with_the_way_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(EnrayaError, match="enraya league new"):
        LeagueStore(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_league_of_a_newer_version_is_refused_and_stays_as_it_is(store: LeagueStore) -> None:
    store.database.write(f"PRAGMA user_version = {VERSION + 1}")
    store.close()
    before = (store.folder / "league.sqlite").read_bytes()
    with pytest.raises(EnrayaError, match="from a newer enraya"):
        LeagueStore(store.folder)
    assert (store.folder / "league.sqlite").read_bytes() == before


def test_games_of_the_arena_are_no_league_and_a_league_is_no_store_of_games(
    store: LeagueStore,
) -> None:
    from enraya.arena.store.store import Store

    with pytest.raises(EnrayaError, match="another program's database"):
        Store(store.folder / "league.sqlite")


def test_a_clock_that_has_gone_back_is_noticed(store: LeagueStore) -> None:
    store.check_clock()
    store.database.write("UPDATE league SET latest = latest + 200")  # not worth a word
    store.check_clock()
    store.database.write("UPDATE league SET latest = latest + 86200")
    with pytest.raises(EnrayaError, match=r"clock of this machine is wrong.* 1,440 minutes later"):
        store.check_clock()


def test_settings_change_with_a_reason_and_stay_in_the_log(store: LeagueStore) -> None:
    with pytest.raises(EnrayaError, match="say why"):
        store.change_settings(replace(SETTINGS, quota=5), " ")
    with pytest.raises(EnrayaError, match="rules cannot change"):
        store.change_settings(replace(SETTINGS, rules="boom"), "why not")
    store.change_settings(replace(SETTINGS, quota=5), "too many")
    assert store.settings.quota == 5
    assert store.log.actions()[0].details == '{"quota": [20, 5]}'
    assert store.log.actions()[0].reason == "too many"


def test_a_newer_version_replaces_one_that_waits(store: LeagueStore) -> None:
    with store.database.transaction():
        store.teams.add("A", "", [], most=2, who="join link")
        for word in ("one", "two"):
            receipt = Receipt(word, "mine.py", "00", 2, 1.0)
            store.versions.add(1, receipt, VersionState.RECEIVED, is_late=False)
    first, second = store.versions.all(1)
    assert (first.state, second.state) == (VersionState.REPLACED, VersionState.RECEIVED)
    assert [version.number for version in store.versions.queue()] == [2]
    with store.database.transaction():
        assert not store.versions.move(first.id, [VersionState.RECEIVED], VersionState.CHECKED)
        assert store.versions.move(
            second.id, [VersionState.RECEIVED], VersionState.ACTIVE, spec="file:a.py"
        )
        store.players.activate(store.versions.get(second.id))
    assert store.players.all()[-1].name == "team 1 v2"
    assert store.ladder.names[-1] == "team 1 v2"


def test_only_hashes_of_secrets_are_kept_and_sessions_end_with_their_link(
    store: LeagueStore,
) -> None:
    access = store.access
    with store.database.transaction():
        link = access.new_link("operator")
        session = access.open_session(link)
    assert session is not None
    assert access.open_session("guessed") is None
    holder = access.session(session)
    assert holder is not None
    assert holder.kind == "operator"
    store.close()
    kept = b"".join(file.read_bytes() for file in store.folder.iterdir())
    assert link.encode() not in kept
    assert session.encode() not in kept
    with LeagueStore(store.folder) as again, again.database.transaction():
        again.access.new_link("operator")
        assert again.access.session(session) is None
        assert again.access.link(link) is None
