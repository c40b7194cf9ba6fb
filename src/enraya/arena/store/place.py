"""Where a store is: ``--store`` means a file of games, or a folder in which there is one."""

from pathlib import Path
from typing import NamedTuple

from enraya.files import is_file

FILE_NAME = "tournaments.sqlite"
"""The file of games in a folder."""
_SUFFIXES = (".sqlite", ".db")
"""How the name of a file ends that is not there yet."""


def games_file(store: Path) -> Path:
    """The file of games that a store means.

    >>> games_file(Path("games.sqlite")).name
    'games.sqlite'
    """
    return store / FILE_NAME if _is_folder(store) else store


class LaboratoryPlace(NamedTuple):
    """Where a laboratory keeps what it keeps."""

    folder: Path
    """What belongs to the laboratory only: sessions, uploads, runs."""
    games: Path | None
    """The file of its tournaments, where that is not in the folder."""


def laboratory_place(store: Path) -> LaboratoryPlace:
    """Where the laboratory of a store is: in the folder, or beside the file.

    >>> laboratory_place(Path("games.sqlite")).folder.name
    'games.sqlite.laboratory'
    """
    is_named_so = store.suffix.lower() in _SUFFIXES and not _is_folder(store)
    if is_named_so or is_file(store):
        return LaboratoryPlace(store.with_name(f"{store.name}.laboratory"), store)
    return LaboratoryPlace(store, None)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # such as a name that is too long
        return False
