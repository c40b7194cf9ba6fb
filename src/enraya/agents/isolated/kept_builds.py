"""Builds kept in the user's cache, each in a folder that appears only once it is complete."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from time import time
from typing import NamedTuple

import platformdirs

from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.texts import decode_text, encode_text

MOST_BYTES = 500_000_000
"""How many bytes all builds may take; if it is more, those unused for longest are removed."""
MOST_BUILDS = 500
BUILD_BYTES = 64_000_000
"""How much one compilation may leave."""
_RECENT_SECONDS = 3600.0
"""A build used this recently is never removed, because its program may be about to start."""
_UNFINISHED_SECONDS = 24 * 3600.0
_UNCERTAIN_SECONDS = 600.0
"""How long a failure is kept that may not be the source's fault; then it is compiled again."""
BUILT = "built"
_OUTCOME = "outcome.json"
_UNFINISHED = ".part"


class Build(NamedTuple):
    """The result of compiling a source: a program, or why it does not compile."""

    folder: Path
    """The folder of the program."""
    main: str = ""
    """The class with which a Java program starts; empty in other languages."""
    failure: str = ""
    """Why the source does not compile, in lines for its author; empty if it does."""
    is_certain: bool = True
    """Whether a failure would happen again; a slow compiler may be faster next time."""


def builds_folder() -> Path:
    """The folder in which all builds are kept."""
    base = os.environ.get("ENRAYA_CACHE_DIR") or platformdirs.user_cache_dir("enraya")
    return Path(base) / "programs"


def find_build(key: str) -> Build | None:
    """The build kept under a key, marked as used now; None if none is kept, or it is outdated."""
    folder = builds_folder() / key
    try:
        outcome = json.loads((folder / _OUTCOME).read_text())
        age = time() - (folder / _OUTCOME).stat().st_mtime
        if not outcome["is_certain"] and age > _UNCERTAIN_SECONDS:
            return None
        os.utime(folder)
        return Build(folder / BUILT, str(outcome["main"]), decode_text(str(outcome["failure"])))
    except (OSError, ValueError, KeyError, TypeError):  # there is none, or it was tampered with
        return None


def make_build(key: str, compile_in: Callable[[Path], Build]) -> Build:
    """Compiles in a new folder and keeps the build under the key.

    Several processes may do this at once: each works in its own folder, and the build that is
    finished first is kept and returned to all.

    Raises:
        InvalidSetting: when builds cannot be written to the cache folder.
    """
    builds = builds_folder()
    try:
        builds.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=builds, prefix=f"{key}.", suffix=_UNFINISHED))
    except OSError as error:
        raise InvalidSetting(f"cannot compile in {str(builds)!r}: {error.strerror}") from None
    try:
        build = compile_in(folder)
        if build.failure:  # only the reason is kept
            shutil.rmtree(folder / BUILT, ignore_errors=True)
        outcome = build._asdict() | {"folder": "", "failure": encode_text(build.failure)}
        write_text(folder / _OUTCOME, json.dumps(outcome))
        return _put_in_place(folder, builds / key, build)
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # if it is still there
        _remove_oldest(builds)


def _put_in_place(folder: Path, place: Path, build: Build) -> Build:
    for _ in range(2):
        with suppress(OSError):
            folder.rename(place)
            return build._replace(folder=place / BUILT)
        kept = find_build(place.name)  # another process was faster
        if kept is not None:
            return kept
        shutil.rmtree(place, ignore_errors=True)  # it was damaged
    raise InvalidSetting(f"cannot store the compiled program in {str(place)!r}")


def plain_size(folder: Path) -> int | None:
    """The size of all files in a folder in bytes; None if it holds anything but files and folders.

    A compiler that runs its author's macros may leave anything: links, for example, or folders
    nested so deep that the system refuses their paths, for which the result is None too.
    """
    size = 0
    try:
        for path in folder.rglob("*"):
            about = path.lstat()
            if not S_ISREG(about.st_mode) and not S_ISDIR(about.st_mode):
                return None
            size += about.st_size
    except OSError:
        return None
    return size


def _remove_oldest(builds: Path) -> None:
    """Removes abandoned folders and, if there are too many builds, those unused for longest.

    Several processes may do this at once.
    """
    ages = []
    with suppress(OSError):
        for folder in builds.iterdir():
            with suppress(OSError):
                ages.append((folder.stat().st_mtime, folder))
    now = time()
    total = count = 0
    for used, folder in sorted(ages, reverse=True):
        is_unfinished = folder.name.endswith(_UNFINISHED)
        total += 0 if is_unfinished else plain_size(folder) or 0
        count += not is_unfinished
        is_too_much = count > MOST_BUILDS or total > MOST_BYTES
        least_age = _UNFINISHED_SECONDS if is_unfinished else _RECENT_SECONDS
        if (is_unfinished or is_too_much) and now - used > least_age:
            shutil.rmtree(folder, ignore_errors=True)
