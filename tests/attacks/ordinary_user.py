"""A command run by an ordinary user that the test makes up, whatever its own user may read.

The superuser's folders are often closed to others. In a mount namespace of its own, the command
finds what it needs of them at the usual places, and nothing else.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from enraya.isolation.sandbox.linux import NEW_MOUNTS, bind, mount, set_mount, unshare
from enraya.isolation.sandbox.readable_files import python_files
from enraya.kernels import cache_directory

USER = 54321
_SEARCH_BY_OTHERS = 0o001
PROJECT = Path(__file__).parents[2]


def run_as_ordinary_user(
    command: Sequence[str], folder: Path, environment: dict[str, str], seconds: float
) -> subprocess.CompletedProcess[str]:
    """Runs a command with a home and a copy of the compiled kernels in an empty folder."""
    home, cache = folder / "home", folder / "cache"
    home.mkdir(parents=True)
    target = cache / "kernels" / cache_directory().name
    shutil.copytree(cache_directory(), target)
    for path in (folder, home, cache, *cache.rglob("*")):
        os.chown(path, USER, USER)
    shown = [*python_files(), str(PROJECT), str(folder)]

    def become() -> None:
        _open_the_way_to(shown)
        os.setgroups([])
        os.setgid(USER)
        os.setuid(USER)
        os.chdir(home)

    return subprocess.run(
        command,
        env={**environment, "HOME": str(home), "ENRAYA_CACHE_DIR": str(cache), "TMPDIR": str(home)},
        preexec_fn=become,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def _open_the_way_to(paths: Sequence[str]) -> None:
    """Replaces closed folders above the paths by ones that others may search."""
    unshare(NEW_MOUNTS)
    set_mount("/", 0)
    held = {path: os.open(path, os.O_PATH) for path in paths}
    closed = {gate for path in paths if (gate := _first_closed(Path(path)))}
    for gate in closed:
        mount("tmpfs", str(gate), "mode=755,size=1m")
    for path, descriptor in held.items():
        if any(gate in (Path(path), *Path(path).parents) for gate in closed):
            Path(path).mkdir(parents=True, exist_ok=True)
            bind(f"/proc/self/fd/{descriptor}", path)


def _first_closed(path: Path) -> Path | None:
    for folder in reversed(path.parents):
        if not folder.stat().st_mode & _SEARCH_BY_OTHERS:
            return folder
    return None
