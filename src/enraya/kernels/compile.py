"""How a function becomes a kernel: two decorators that keep its type for readers and mypy."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: _Function) -> _Function:
    """An entry point or a recursion: compiled on first call, cached on disk, without the GIL."""
    return cast(_Function, njit(cache=True, nogil=True)(function))


def shared(function: _Function) -> _Function:
    """A function that stays plain Python when called from Python and is compiled into kernels.

    Its body must mean the same for Python integers and for ``uint64``: no negative numbers,
    no sum or product of a board with a literal, and every left shift masked afterwards.
    """
    return cast(_Function, register_jitable(function))


def interpreted(function: _Function) -> _Function:
    """The Python body of a kernel, for the tests that compare both."""
    return cast(_Function, getattr(function, "py_func", function))
