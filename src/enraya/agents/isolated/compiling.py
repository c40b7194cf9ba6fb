"""Numba in an agent's process: it compiles what is new, and keeps none of it.

The cache of compiled kernels is read-only there, so that no game can leave anything in it for the
next. Numba would refuse such a cache; it is told that all is well, and to save nothing.
"""

from typing import Any

from numba.core import caching
from numba.core.registry import cpu_target


def load_the_compiler() -> None:
    """Imports what Numba needs to compile, before agents with kernels of their own are forked."""
    cpu_target.target_context.refresh()


def leave_the_cache_alone() -> None:
    """Lets this process read compiled kernels, for good, and never write them."""
    for kind, method in (
        (caching.IndexDataCacheFile, "save"),
        (caching._CacheLocator, "ensure_cache_path"),  # noqa: SLF001  # there is no other way
    ):
        setattr(kind, method, _do_nothing)


def _do_nothing(*_: Any) -> None:
    pass
