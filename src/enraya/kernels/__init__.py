"""The compiled core: numbers and arrays only; no text, no files, no exceptions.

Numba keeps compiled kernels on disk but does not notice when another file that a kernel
inlines has changed. So the name of the cache directory is a digest of everything that decides
what is compiled: these sources, the Numba version and the flags that Numba does not check itself.
If that directory cannot be used, nothing is cached, because Numba's default directories do not
tell versions of the sources apart.

A program in a sandbox has an empty home folder and nowhere to write. If that program is enraya
itself, ``ENRAYA_KERNELS`` names the folder of kernels that the process outside has compiled: it
reads them and adds none. Without them it would spend minutes compiling its own in every game.

Before Numba loads a compiled kernel, it imports its whole compiler, SciPy's linear algebra
included. That takes longer than importing Numba, and a compiled kernel needs none of it, so
`_load_at_once` skips it.
"""

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import caching
from numba.core.runtime.nrt import rtsys

KERNELS_VARIABLE = "ENRAYA_KERNELS"
_UNCHECKED_FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_JIT_COVERAGE", "NUMBA_OPT", "NUMBA_DEBUGINFO")


def cache_directory() -> Path:
    """The directory for the kernels compiled from exactly these sources."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    digest = hashlib.sha256(numba.__version__.encode())
    for flag in _UNCHECKED_FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')};".encode())
    folder = Path(__file__).parent
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.relative_to(folder).as_posix().encode() + source.read_bytes())
    base = os.environ.get("ENRAYA_CACHE_DIR") or platformdirs.user_cache_dir("enraya")
    return Path(base) / "kernels" / digest.hexdigest()[:16]


@cache
def kernel_folder() -> str:
    """The folder from which this process reads compiled kernels."""
    return os.environ.get(KERNELS_VARIABLE) or str(cache_directory())


class ReadOnlyLocator(caching.UserProvidedCacheLocator):
    """Finds kernels in a folder without the trial write by which Numba checks the folder."""

    def ensure_cache_path(self) -> None:
        """Creates no folder: kernels that are missing are compiled and not kept."""


def cache_problem() -> str:
    """Why compiled kernels cannot be kept and each run compiles for minutes; empty if they can."""
    if os.environ.get(KERNELS_VARIABLE):
        return ""
    folder = cache_directory()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return f"cannot keep compiled kernels in {str(folder)!r}: {error.strerror}"
    return ""


_load_overload: Any = caching.Cache.load_overload


def _load_at_once(self: Any, signature: object, context: Any) -> Any:
    """Loads a compiled kernel of ours in place of Numba's function: prepares only the runtime."""
    if not self._py_func.__module__.startswith(f"{__name__}."):
        return _load_overload(self, signature, context)
    rtsys.initialize(context)
    with self._guard_against_spurious_io_errors():
        return self._load_overload(signature, context)


def _keep_nothing(*_: object) -> None:
    """Does nothing, in place of Numba's function that saves a compiled kernel."""


caching.Cache.load_overload = _load_at_once  # type: ignore[method-assign]
numba.config.CACHE_DIR = kernel_folder()  # type: ignore[attr-defined]  # set at run time
numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"  # type: ignore[attr-defined]
if os.environ.get(KERNELS_VARIABLE):
    caching.Cache.save_overload = _keep_nothing  # type: ignore[method-assign]
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.ReadOnlyLocator"  # type: ignore[attr-defined]
