"""What agents read besides their own files: the interpreter, its modules, settings of languages."""

import importlib.util
import site
import sys
from pathlib import Path

from enraya.kernels import cache_directory

_FOLDERS = ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime")
_PACKAGES = ("numpy", "numba", "llvmlite")
"""What agents build on, wherever it was installed."""
_SETTINGS = (
    "alternatives",  # which of several compilers and virtual machines is meant
    "ld.so.conf",
    "ld.so.conf.d",
    "java-*",  # the settings of a JDK are links to here
    "sbclrc",
    "ssl/openssl.cnf",  # without it Node does not start
)
"""Names in ``/etc``: none of them tells anything about users."""


def python_files() -> tuple[str, ...]:
    """The folders and files that every agent reads, none of them below another.

    Not what ``PYTHONPATH`` names: a folder of the user's is no part of the language.
    """
    user = site.getusersitepackages() if site.ENABLE_USER_SITE else None
    named = [
        *_FOLDERS,
        *(sys.base_prefix, sys.base_exec_prefix, sys.prefix, sys.exec_prefix),
        *site.getsitepackages(),
        *([user] if user else []),
        *(str(folder) for name in _PACKAGES if (folder := _folder_of(name))),
        str(place_of(Path(__file__).parents[2])),
        str(cache_directory()),
    ]
    return outermost({str(Path(path).absolute()) for path in named if Path(path).exists()})


def system_files() -> tuple[str, ...]:
    """The folders and files that exist here of what programs in other languages read besides."""
    return tuple(sorted(str(path) for name in _SETTINGS for path in Path("/etc").glob(name)))


def _folder_of(package: str) -> Path | None:
    """The folder in which a package lies, if that holds only packages."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parents[1]
    return folder if folder.name.endswith("-packages") else folder / package


def place_of(package: Path) -> Path:
    """The folder that holds a package and nothing else, or else the package alone.

    A Python that is started in the sandbox finds a package only where it may list the folder.
    """
    folder = package.parent
    is_its_own = all(beside == package for beside in folder.iterdir())
    return folder if is_its_own else package


def outermost(paths: set[str]) -> tuple[str, ...]:
    """The paths without those below another of them."""
    kept: list[str] = []
    for path in sorted(paths):
        if not any(path == outer or path.startswith(f"{outer}/") for outer in kept):
            kept.append(path)
    return tuple(kept)
