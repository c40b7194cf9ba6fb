"""The compiled core: numbers and arrays only; no text, no files, no exceptions.

Numba keeps compiled kernels on disk but does not notice when another file that a kernel
inlines has changed. So the cache lives in a directory named after everything that decides what
is compiled: these sources, the Numba version and the flags it does not check itself. Where it
cannot be used, nothing is kept: Numba's other directories have no such names.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import numba
import platformdirs

_UNCHECKED_FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_JIT_COVERAGE", "NUMBA_OPT", "NUMBA_DEBUGINFO")


def cache_directory() -> Path:
    """Where the compiled kernels of exactly these sources are kept."""
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


def cache_problem() -> str:
    """Why compiled kernels cannot be kept, so that each run compiles for minutes; or empty."""
    folder = cache_directory()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return f"cannot keep compiled kernels in {str(folder)!r}: {error.strerror}"
    return ""


numba.config.CACHE_DIR = str(cache_directory())  # type: ignore[attr-defined]  # set at run time
numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"  # type: ignore[attr-defined]
