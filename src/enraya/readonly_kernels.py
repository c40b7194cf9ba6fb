"""Compiled kernels that another process keeps: this one reads them and adds none.

A program in a sandbox has a home that is empty and no place to write. When it is enraya itself,
``ENRAYA_KERNELS`` tells it where the kernels are that the process outside has compiled; without
them it would compile its own for minutes, in every game.
"""

import os
from functools import cache

import numba
from numba.core import caching

from enraya.kernels import cache_directory

VARIABLE = "ENRAYA_KERNELS"


@cache
def kernel_folder() -> str:
    """Where this process reads compiled kernels."""
    return os.environ.get(VARIABLE) or str(cache_directory())


def are_readonly() -> bool:
    """Whether this process only reads kernels, so that it needs no place to keep any."""
    return bool(os.environ.get(VARIABLE))


class ReadOnlyLocator(caching.UserProvidedCacheLocator):
    """Finds kernels in the folder without writing there, as Numba does to try it."""

    def ensure_cache_path(self) -> None:
        """Makes nothing: what is not there is compiled and not kept."""


def _keep_nothing(*_: object) -> None:
    """Replaces the function that saves what was compiled: it does nothing."""


if are_readonly():  # before the first kernel is imported, which looks for its file
    numba.config.CACHE_DIR = kernel_folder()  # type: ignore[attr-defined]  # set at run time
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.ReadOnlyLocator"  # type: ignore[attr-defined]
    caching.Cache.save_overload = _keep_nothing  # type: ignore[method-assign]
