"""Reads the archives that teams send: small, plain .zip files in which one source is the agent.

The sizes that an archive states for its files are not trusted, and nothing in it can make a file be
written outside its folder.
"""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import PurePosixPath

from enraya.errors import InvalidSetting
from enraya.platform import is_device
from enraya.texts import Sentence

SUFFIX = ".zip"
MOST_FILES = 200
MOST_UNPACKED = 5_000_000
"""How many bytes all files of an archive may have together."""
MOST_PATH = 120
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
"""A name of a file or folder that every system and every compiler accepts."""
_IGNORED = ("__MACOSX", "__pycache__")
"""Folders that tools add to archives on their own."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_IS_ENCRYPTED = 0x1
_MAIN = ("agent", "main")
"""The names by which the agent is recognized in an archive with several sources, best first."""


def read_archive(content: bytes) -> dict[str, bytes]:
    """The content of the files of an archive by path, without a top folder that holds them all.

    Raises:
        InvalidSetting: when this is not a small and plain archive; the message says why in one
            sentence.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not _is_ignored(entry)]
            if len(entries) > MOST_FILES:
                raise _refused("files", files=f"{len(entries):,}", most=MOST_FILES)
            for entry in entries:
                _check_entry(entry)
            return _without_common_folder(_read(archive, entries))
    except InvalidSetting:  # it is a ValueError too, but says more
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError):
        raise _refused("damaged") from None


def _refused(why: str, **values: str | int) -> InvalidSetting:
    return InvalidSetting(Sentence(f"league.archive_{why}", **values))


def _is_ignored(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry is a folder, or one that tools add on their own."""
    parts = PurePosixPath(entry.filename).parts
    is_left_behind = any(part in _IGNORED or part == ".DS_Store" for part in parts)
    return entry.is_dir() or is_left_behind


def _check_entry(entry: zipfile.ZipInfo) -> None:
    shown = repr(entry.filename[:MOST_PATH])
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise _refused("link", file=shown)
    if entry.flag_bits & _IS_ENCRYPTED:
        raise _refused("encrypted")
    if entry.compress_type not in _METHODS:
        raise _refused("method", file=shown)
    check_path(entry.filename)


def check_path(path: str) -> None:
    """Refuses a path that leads out of its folder, or that some system does not allow.

    Raises:
        InvalidSetting: when the path is refused, with one sentence.
    """
    parts = path.split("/")
    are_plain = all(_PART.fullmatch(part) and not is_device(part) for part in parts)
    if len(path) > MOST_PATH or not are_plain:
        raise _refused("name", file=repr(path[:MOST_PATH]))


def _read(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    """The content of the files by path; refused if they are too large together."""
    check_together(entry.filename for entry in entries)
    found: dict[str, bytes] = {}
    room = MOST_UNPACKED
    for entry in entries:
        with archive.open(entry) as file:
            data = file.read(room + 1)
        if len(data) > room:
            raise _refused("large", most=f"{MOST_UNPACKED:,}")
        room -= len(data)
        found[entry.filename] = data
    return found


def check_together(paths: Iterable[str]) -> None:
    """Refuses paths that cannot exist together on a system that ignores case in file names.

    Raises:
        InvalidSetting: when two paths differ at most in case, or one is both a file and a folder.

    >>> check_together(["agent.py", "tables.py", "tables/a.py"])
    """
    seen: dict[str, str] = {}
    for path in paths:
        if path.lower() in seen:
            raise _refused("twice", file=repr(path))
        seen[path.lower()] = path
    for folder, path in seen.items():
        if any(other.startswith(f"{folder}/") for other in seen):
            raise _refused("folder", file=repr(path))


def _without_common_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same files, moved out of their common top folder if there is one."""
    folders = {path.partition("/")[0] for path in files if "/" in path}
    if len(folders) == 1 and all("/" in path for path in files):
        return {path.partition("/")[2]: data for path, data in files.items()}
    return files


def find_main(paths: Iterable[str], suffixes: tuple[str, ...]) -> str:
    """The path of the agent's source: the only source at the top, or ``agent`` or else ``main``.

    Raises:
        InvalidSetting: when there is no source at the top, or several and none has such a name.

    >>> find_main(["tables.py", "Agent.py", "lib/a.py"], (".py",))
    'Agent.py'
    """
    top = sorted(path for path in paths if "/" not in path and path.lower().endswith(suffixes))
    named = [path for name in _MAIN for path in top if path.lower().partition(".")[0] == name]
    if len(top) == 1:
        return top[0]
    if not top:
        raise _refused("no_source", known=", ".join(suffixes))
    if not named:
        raise _refused("many_sources", files=", ".join(top[:10]))
    return named[0]
