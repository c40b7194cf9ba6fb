"""Backups: complete, made during use, and refused if they are another kind of file."""

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.league.store.backup import make_backup, restore_backup
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import erase_team
from tests.league.making import LEFTMOST, RIGHTMOST, join, make_league, submit, work_until, zipped


def test_a_backup_made_during_writes_restores_the_whole_league(
    tmp_path: Path,
) -> None:
    file = tmp_path / "ia.zip"
    with make_league(tmp_path / "ia") as store:
        one, other = join(store, "A"), join(store, "B")
        submit(store, one, LEFTMOST)
        submit(store, other, RIGHTMOST)
        with LeagueStore(store.folder) as writer:
            writer.database.execute("BEGIN IMMEDIATE")
            assert make_backup(store, file) == 2
            writer.database.execute("ROLLBACK")
        versions = store.versions.all()
        submit(store, one, RIGHTMOST)
    assert restore_backup(file, tmp_path / "again") == 2
    with LeagueStore(tmp_path / "again") as store:
        assert store.versions.all() == versions
        assert [team.name for team in store.teams.all()] == ["A", "B"]
    assert not list((tmp_path / "again").glob(".*"))
    with pytest.raises(EnrayaError, match="there is a league in"):
        restore_backup(file, tmp_path / "again")


@pytest.mark.slow
def test_a_restored_league_continues_playing(tmp_path: Path) -> None:
    with make_league(tmp_path / "ia") as store:
        submit(store, join(store, "A"), LEFTMOST)
        work_until(store, games=4)
        make_backup(store, tmp_path / "ia.zip")
        games = list(store.arena.rows(LADDER))
    restore_backup(tmp_path / "ia.zip", tmp_path / "again")
    with LeagueStore(tmp_path / "again") as store:
        assert list(store.arena.rows(LADDER)) == games
        work_until(store, games=8)
        assert dict(store.arena.rows(LADDER)).items() >= dict(games).items()
        assert not store.arena.faults(LADDER)  # their files are there again


def test_a_backup_made_after_an_erasure_has_no_data_of_the_erased_team(
    tmp_path: Path, store: LeagueStore
) -> None:
    team = join(store, "Anacleta")
    submit(store, team, b"# Anacleta\n" + LEFTMOST, "anacleta.py")
    erase_team(store, team, "asked for it")
    assert make_backup(store, tmp_path / "ia.zip") == 0
    with zipfile.ZipFile(tmp_path / "ia.zip") as archive:
        assert not [name for name in archive.namelist() if b"nacleta" in archive.read(name)]


def other_database() -> bytes:
    """The sound file of another program."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA application_id = 7")
        return connection.serialize()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not an archive",
        zipped({"league.sqlite": b"not a database"}),
        zipped({"league.sqlite": other_database()}),
        zipped({"submissions/ab/x": b""}),
        zipped({"league.sqlite": b"", "../../evil": b""}),
        zipped({"league.sqlite": b"", f"submissions/ab/ab{'0' * 62}": b"changed"}),
    ],
)
def test_a_file_that_is_not_a_backup_is_refused_and_leaves_nothing_behind(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "ia.zip"
    file.write_bytes(content)
    with pytest.raises(EnrayaError, match=r"is not a backup|is damaged"):
        restore_backup(file, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    with pytest.raises(EnrayaError, match="cannot restore"):
        restore_backup(tmp_path / "missing.zip", tmp_path / "again")


def test_a_backup_is_refused_where_no_file_can_be_written(store: LeagueStore) -> None:
    with pytest.raises(EnrayaError, match="cannot write"):
        make_backup(store, store.folder / "missing" / "ia.zip")
