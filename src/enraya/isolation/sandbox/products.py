"""Copies what a tool has made in its folder from the sandbox to the host."""

import errno
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_MODE = 0o755
"""The permissions of all files: some are programs, and no tool may change permissions itself."""
_DEEPEST = 32
"""How deep folders may be nested."""
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW


class Handover(NamedTuple):
    """A folder in which a tool may write."""

    place: str
    """Its path for the tool, where there is an empty file system in memory, of limited size."""
    host: int
    """The descriptor of the open folder on the host, which has no path inside the sandbox."""


def hand_over(handover: Handover) -> None:
    """Copies what the tool left to the folder on the host.

    Raises:
        OSError: when that folder cannot be written, or folders are nested too deep.
    """
    place = os.open(handover.place, os.O_DIRECTORY)
    _copy(place, handover.host)
    os.close(place)


def make_runnable(place: str) -> None:
    """Gives files that a tool wrote directly to the host the permissions that copies would have."""
    for folder, _, names in os.walk(place):
        for name in names:
            path = Path(folder, name)
            if stat.S_ISREG(path.lstat().st_mode):
                path.chmod(_MODE)


def _copy(source: int, target: int, depth: int = 0) -> None:
    """Copies regular files and folders; anything else, such as links, is skipped."""
    if depth > _DEEPEST:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))
    for name in os.listdir(source):  # an open folder, without a path
        kind = os.stat(name, dir_fd=source, follow_symlinks=False).st_mode
        if stat.S_ISDIR(kind):
            with suppress(FileExistsError):
                os.mkdir(name, _MODE, dir_fd=target)
            flags = os.O_DIRECTORY | os.O_NOFOLLOW
            inner, outer = (os.open(name, flags, dir_fd=end) for end in (source, target))
            _copy(inner, outer, depth + 1)
            os.close(inner)
            os.close(outer)
        elif stat.S_ISREG(kind):
            read_end = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=source)
            write_end = os.open(name, _FRESH, _MODE, dir_fd=target)
            with os.fdopen(read_end, "rb") as found, os.fdopen(write_end, "wb") as copy:
                shutil.copyfileobj(found, copy)
