"""Submissions as they arrive, and decisions of the operator and teams about them."""

import shutil
from dataclasses import replace

import pytest

from enraya.errors import EnrayaError
from enraya.league.model.records import Version, VersionState
from enraya.league.store.content import blob_path, unpack
from enraya.league.store.store import LeagueStore
from enraya.league.store.versions import DAY_SECONDS
from enraya.league.work.submissions import (
    TooManySubmissions,
    accept,
    choose,
    erase_team,
    receive,
    remove_team,
    return_team,
    unpack_missing,
)
from tests.league.making import (
    LEFTMOST,
    RIGHTMOST,
    add_version,
    enter_agent,
    join,
    submit,
)

pytestmark = pytest.mark.parametrize("changes", [{"quota": 2}])


def states(store: LeagueStore, team: int) -> list[VersionState]:
    return [version.state for version in store.versions.all(team)]


def is_unpacked(store: LeagueStore, version: Version) -> bool:
    return (store.folder / version.spec.removeprefix("file:")).is_file()


def let_play(store: LeagueStore, version: Version) -> Version:
    """The same version, unpacked and known to be fit to play."""
    spec = unpack(store.folder, version, store.settings)
    store.database.write("UPDATE versions SET spec = ? WHERE id = ?", spec, version.id)
    return store.versions.get(version.id)


def test_the_quota_counts_the_last_day_and_three_times_as_many_are_kept(store: LeagueStore) -> None:
    team = join(store, "A")
    for _ in range(6):
        submit(store, team)
    running, kept = VersionState.RECEIVED, VersionState.OVER_QUOTA
    assert states(store, team) == [VersionState.REPLACED, running, kept, kept, kept, kept]
    assert "already sent 2 versions" in store.versions.all(team)[-1].reason
    with pytest.raises(TooManySubmissions, match="has sent 6 files"):
        submit(store, team)
    assert submit(store, join(store, "B")).state is running
    assert [one.team for one in store.versions.queue()] == [2, 1], "who sent less goes first"
    store.database.write("UPDATE versions SET received = received - ?", DAY_SECONDS - 60)
    with pytest.raises(TooManySubmissions):
        submit(store, team)
    store.database.write("UPDATE versions SET received = received - 120")
    assert submit(store, team).state is running


def test_a_submission_sent_again_is_the_same_version(store: LeagueStore) -> None:
    team = join(store, "A")
    first = receive(store, team, "mine.py", LEFTMOST, "word")
    assert receive(store, team, "mine.py", LEFTMOST, "word") == first
    assert receive(store, team, "mine.py", LEFTMOST, "another").number == 2


def test_playing_versions_are_unpacked_again_and_erased_ones_are_not(store: LeagueStore) -> None:
    teams = [join(store, name) for name in "ABC"]
    contents = (LEFTMOST, RIGHTMOST, b"x = 1\n")
    sent = [submit(store, team, content) for team, content in zip(teams, contents, strict=True)]
    fit = [let_play(store, version) for version in sent[:2]]
    shutil.rmtree(store.folder / "unpacked")
    store.database.write("UPDATE teams SET state = 'erased' WHERE id = ?", teams[1])
    unpack_missing(store)
    assert [is_unpacked(store, version) for version in fit] == [True, False]
    assert len(list((store.folder / "unpacked").iterdir())) == 1  # the third was never checked


def test_a_version_over_the_quota_can_be_accepted_once(store: LeagueStore) -> None:
    team = join(store, "A")
    version = [submit(store, team) for _ in range(3)][-1]
    accept(store, version, "a long week")
    assert store.versions.get(version.id).state is VersionState.RECEIVED
    with pytest.raises(EnrayaError, match="nothing to decide"):
        accept(store, version, "again")


def test_a_late_submission_is_kept_and_the_operator_decides(store: LeagueStore) -> None:
    late = replace(store.settings, deadline="2026-01-01T12:00")
    store.change_settings(late, "as agreed")
    team = join(store, "A")
    version = submit(store, team)
    assert (version.state, version.is_late) == (VersionState.LATE, True)
    assert "2026-01-01T12:00" in version.reason
    assert store.versions.queue() == []
    with pytest.raises(EnrayaError, match="say why"):
        accept(store, version, "")
    accept(store, version, "was ill")
    assert [waiting.id for waiting in store.versions.queue()] == [version.id]
    assert store.log.actions(team)[0].reason == "was ill"


def test_a_team_or_the_operator_can_reactivate_an_earlier_version(
    store: LeagueStore,
) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(1)")
    first, second = store.versions.all(team)
    choose(store, first, who=f"team {team}")
    assert states(store, team) == [VersionState.ACTIVE, VersionState.RETIRED]
    with pytest.raises(EnrayaError, match="only one that has played"):
        choose(store, first, who=f"team {team}")
    store.change_settings(replace(store.settings, deadline="2020-01-01T12:00"), "it is over")
    with pytest.raises(EnrayaError, match="2020-01-01T12:00"):
        choose(store, second, who=f"team {team}")
    with pytest.raises(EnrayaError, match="say why"):
        choose(store, second)
    choose(store, second, reason="they asked for it")
    assert states(store, team) == [VersionState.RETIRED, VersionState.ACTIVE]


def test_a_removed_team_returns_with_the_version_that_played(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(1)")
    waiting = submit(store, team)
    accept(store, waiting, "it may")
    with pytest.raises(EnrayaError, match="has not been taken out"):
        return_team(store, team, "by mistake")
    remove_team(store, team, "two accounts")
    assert states(store, team)[1:] == [VersionState.ACTIVE, VersionState.REPLACED]
    assert not [one for one in store.players.all() if one.team and one.is_active]
    with pytest.raises(EnrayaError, match="taken out already"):
        remove_team(store, team, "again")
    return_team(store, team, "it was one")
    assert [one.name for one in store.players.all() if one.team and one.is_active] == ["team 1 v2"]


def test_erasing_a_team_keeps_files_that_another_team_sent_too(store: LeagueStore) -> None:
    one, other = join(store, "A"), join(store, "B")
    shared, own = submit(store, one, LEFTMOST), submit(store, one, RIGHTMOST)
    submit(store, other, LEFTMOST)
    erase_team(store, one, "asked for it")
    assert blob_path(store.folder, shared.digest).is_file()
    assert not blob_path(store.folder, own.digest).is_file()
    with pytest.raises(EnrayaError, match="was erased"):
        return_team(store, one, "too late")
