"""Backups: a whole league in one file, made while the league runs and restored anywhere."""

import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.files import is_file, part_of
from enraya.league.store.content import SUBMISSIONS, blob_path
from enraya.league.store.schema import APPLICATION, FILE_NAME
from enraya.league.store.store import LeagueStore

_BLOB = re.compile(rf"{SUBMISSIONS}/([0-9a-f]{{2}})/(\1[0-9a-f]{{62}})")

_DIGESTS = "SELECT DISTINCT digest FROM versions ORDER BY digest"


def make_backup(store: LeagueStore, file: Path) -> int:
    """Writes a backup of the league's present state; returns the number of submissions in it.

    Every submission is on disk before the database lists it, so all those that the copy of the
    database lists are there.

    Raises:
        InvalidSetting: when the file cannot be written; an earlier backup there stays intact.
    """
    part = part_of(file)
    try:
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            copy = Path(folder) / FILE_NAME
            store.database.copy_to(copy)
            with closing(sqlite3.connect(copy)) as connection:
                digests = connection.execute(_DIGESTS).fetchall()
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(copy, FILE_NAME)
                count = sum(_add_blob(archive, store.folder, digest) for (digest,) in digests)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise InvalidSetting(f"cannot write {str(file)!r}: {error.strerror}") from None
    return count


def _add_blob(archive: zipfile.ZipFile, folder: Path, digest: str) -> bool:
    """Adds a submission to the archive; False if its content is gone, as after an erasure."""
    path = blob_path(folder, digest)
    if not is_file(path):
        return False
    archive.write(path, path.relative_to(folder).as_posix())
    return True


def restore_backup(file: Path, folder: Path) -> int:
    """Restores a league from a backup into a folder; returns the number of submissions in it.

    Raises:
        InvalidSetting: when the file is not a backup or is damaged, or the folder already holds a
            league or cannot be written.
    """
    if is_file(folder / FILE_NAME):
        raise InvalidSetting(f"there is a league in {str(folder)!r} already")
    try:
        with zipfile.ZipFile(file) as archive, _folder_for(folder) as part:
            count = _unpack(archive, part, file)
            if (part / SUBMISSIONS).is_dir():
                shutil.copytree(part / SUBMISSIONS, folder / SUBMISSIONS, dirs_exist_ok=True)
            (part / FILE_NAME).replace(folder / FILE_NAME)  # last: this makes it a league
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        raise _no_backup(file) from None
    except OSError as error:
        raise InvalidSetting(f"cannot restore {str(file)!r}: {error.strerror}") from None
    return count


@contextmanager
def _folder_for(league: Path) -> Iterator[Path]:
    """A temporary folder inside a league's folder, which is made if needed.

    Afterwards a league's folder that was made for this is removed again if it is empty.
    """
    is_new = not league.exists()
    league.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(dir=league, prefix=".restoring") as part:
            yield Path(part)
    finally:
        if is_new:
            with suppress(OSError):  # it is not empty
                league.rmdir()


def _unpack(archive: zipfile.ZipFile, part: Path, file: Path) -> int:
    names = archive.namelist()
    blobs = [name for name in names if name != FILE_NAME]
    if FILE_NAME not in names or not all(_BLOB.fullmatch(name) for name in blobs):
        raise _no_backup(file)
    for name in names:
        target = part / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(name) as source, target.open("wb") as copy:
            shutil.copyfileobj(source, copy)
        if name != FILE_NAME and sha256(target.read_bytes()).hexdigest() != target.name:
            raise InvalidSetting(f"{str(file)!r} is damaged: {name} is not what was sent")
    _check_store(part / FILE_NAME, file)
    return len(blobs)


def _check_store(copy: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(copy)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error:
        raise _no_backup(file) from None
    if application != APPLICATION or verdict != "ok":
        raise _no_backup(file)


def _no_backup(file: Path) -> InvalidSetting:
    return InvalidSetting(f"{str(file)!r} is not a backup of a league, or is damaged")
