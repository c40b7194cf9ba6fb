"""A root file system for one agent, which has nothing of this machine but what it may read."""

import os
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

from enraya.isolation.sandbox.linux import (
    NO_DEVICES,
    NO_PROGRAMS,
    NO_SUID,
    READ_ONLY,
    bind,
    change_root,
    detach,
    mount,
    set_mount,
)
from enraya.isolation.sandbox.products import Handover

SCRATCH = "/tmp"  # noqa: S108  # the agent's own, empty at the start of each game
SCRATCH_MB = 64
_SCRATCH_FILES = 4096
PRODUCTS_MB = 128
DEVICES = {
    "/dev/null": "/dev/null",
    "/dev/zero": "/dev/full",  # reads as zeros, too, but mapping it hides no memory
    "/dev/random": "/dev/random",
    "/dev/urandom": "/dev/urandom",
}
"""The devices that agents see, each with the device of the host that is used for it."""
PROCESSES = "/proc"
_STAGE = "/tmp"  # noqa: S108  # any folder that exists: a mount on it becomes the root


def enter_root(
    readable: Iterable[str], folder: str, writable: Iterable[str] = ()
) -> list[Handover]:
    """Moves this process, the first of new process and mount namespaces, into a new root.

    The root is a small file system in memory. What may be read is bound into it, read-only and at
    the same place as outside; the old root is then unmounted with everything in it.

    Args:
        readable: the absolute paths of files and folders.
        folder: the agent's working directory; in the new root it exists, but is empty unless it is
            readable.
        writable: folders, none of them above a readable path; in the new root they are empty and of
            limited size.

    Returns:
        For each writable folder, what to hand over to the host in the end.

    Raises:
        OSError: when the system does not allow it.
    """
    sources = {path: os.path.realpath(path) for path in readable} | DEVICES  # links end here
    handovers = [Handover(path, os.open(path, os.O_DIRECTORY)) for path in writable]
    host = _place_for_the_host([*sources, folder, *writable])
    set_mount("/", 0)
    mount("tmpfs", _STAGE, "mode=755,size=1m")
    Path(f"{_STAGE}{host}").mkdir()
    change_root(_STAGE, f"{_STAGE}{host}")
    Path(SCRATCH).mkdir()
    mount("tmpfs", SCRATCH, f"size={SCRATCH_MB}m,nr_inodes={_SCRATCH_FILES},mode=1777")
    set_mount(SCRATCH, NO_SUID | NO_DEVICES)  # first: what may be read can be below it
    for path, source in sources.items():
        devices = NO_PROGRAMS if path in DEVICES else NO_DEVICES
        _show(Path(f"{host}{source}"), Path(path), READ_ONLY | NO_SUID | devices)
    for place in writable:
        Path(place).mkdir(parents=True, exist_ok=True)
        mount("tmpfs", place, f"size={PRODUCTS_MB}m,nr_inodes={_SCRATCH_FILES},mode=755")
        set_mount(place, NO_SUID | NO_DEVICES)
    _show_own_processes()
    with suppress(OSError):  # it may be below a folder that is bound, and missing there
        Path(folder).mkdir(parents=True, exist_ok=True)
    detach(host)
    Path(host).rmdir()
    set_mount("/", READ_ONLY | NO_SUID | NO_DEVICES, below=False)
    return handovers


def _place_for_the_host(paths: Iterable[str]) -> str:
    """A folder in the root, where the host's files will be, with none of these paths below it.

    Creating such a path would change the host.
    """
    taken = {Path(path).parts[:2] for path in paths}
    return next(name for n in count() if Path(name := f"/host{n}").parts not in taken)


def _show(source: Path, place: Path, flags: int) -> None:
    """Makes a file or folder of the host appear at a place; skips one that does not exist."""
    if source.is_dir():
        place.mkdir(parents=True, exist_ok=True)
    elif source.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    else:
        return
    bind(str(source), str(place))
    set_mount(str(place), flags)


def _show_own_processes() -> None:
    """Mounts a list of the agent's own processes; if that is refused, the agent has no such list.

    Nothing else of ``/proc`` is there, because the superuser may change settings of the system in
    it, even without capabilities. It is read-only, because the watch belongs to the same user.
    """
    Path(PROCESSES).mkdir()
    with suppress(OSError):
        mount("proc", PROCESSES, "subset=pid")
        set_mount(PROCESSES, READ_ONLY | NO_SUID | NO_DEVICES | NO_PROGRAMS)
