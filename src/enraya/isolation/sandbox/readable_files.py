"""What agents may read besides their own files: Python, its modules, settings of languages."""

import importlib.util
import site
import sys
from pathlib import Path

from enraya.kernels import cache_directory

_FOLDERS = ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime")
_PACKAGES = ("numpy", "numba", "llvmlite")
"""Packages that agents build on, which may be installed anywhere."""
_SETTINGS = (
    "alternatives",  # which of several compilers and virtual machines is meant
    "ld.so.conf",
    "ld.so.conf.d",
    "java-*",  # the settings of a JDK are links to here
    "sbclrc",
    "ssl/openssl.cnf",  # without it Node does not start
)
"""Names in ``/etc`` that programs may read; none of them says anything about users."""


def python_files() -> tuple[str, ...]:
    """The folders and files that every agent may read, none of them below another.

    Folders in ``PYTHONPATH`` are not among them, because they are not part of the language.
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
    """Existing folders and files that programs in other languages may read in addition."""
    return tuple(sorted(str(path) for name in _SETTINGS for path in Path("/etc").glob(name)))


def _folder_of(package: str) -> Path | None:
    """The folder in which a package lies, or the package's own if the former is not for packages.

    None if the package is not installed.
    """
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parents[1]
    return folder if folder.name.endswith("-packages") else folder / package


def place_of(package: Path) -> Path:
    """The folder that holds a package, if it holds nothing else; otherwise the package's own.

    A Python that is started in the sandbox finds a package only if it may list the folder.
    """
    folder = package.parent
    is_its_own = all(beside == package for beside in folder.iterdir())
    return folder if is_its_own else package


def outermost(paths: set[str]) -> tuple[str, ...]:
    """The paths that are not below another of them, sorted."""
    kept: list[str] = []
    for path in sorted(paths):
        if not any(path == outer or path.startswith(f"{outer}/") for outer in kept):
            kept.append(path)
    return tuple(kept)
