"""Decorators that make functions kernels, and number types, both typed so that mypy follows them.

A word, the 64 bits of a set of cells, is a Python integer outside kernels and a ``uint64``
inside; both are annotated as ``int``.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.extending import overload, register_jitable

_Function = TypeVar("_Function", bound=Callable[..., Any])
_ALL_BITS = (1 << 64) - 1


def word(number: int) -> int:
    """The number as a word, in kernels and for them; a negative number keeps its low 64 bits."""
    return cast(int, np.uint64(int(number) & _ALL_BITS))


ZERO, ONE = word(0), word(1)


def integer(number: int) -> int:
    """The number as a signed integer, which may be mixed with literals."""
    return int(number)


@overload(word)
def _compiled_word(number: Any) -> Any:  # noqa: ARG001  # a type
    def convert(number: Any) -> Any:
        return np.uint64(number)

    return convert


@overload(integer)
def _compiled_integer(number: Any) -> Any:  # noqa: ARG001  # a type
    def convert(number: Any) -> Any:
        return np.int64(number)

    return convert


def kernel(function: _Function) -> _Function:
    """Compiles an entry point or a recursive function on its first call, and caches it on disk.

    It runs without the GIL.
    """
    try:
        return cast(_Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # there is nowhere to keep a cache
        return cast(_Function, njit(nogil=True)(function))


def shared(function: _Function) -> _Function:
    """Leaves a function plain Python for callers in Python, and compiles it into kernels.

    Its body must mean the same for Python integers and for ``uint64``: no negative numbers,
    no sum or product of a board with a literal, and every left shift masked afterwards.
    """
    return register_jitable(function)


def inlined(function: _Function) -> _Function:
    """Like `shared`, for innermost loops: the function is always inlined into its caller.

    LLVM would otherwise keep the larger helpers of the solver as calls; see
    docs/decisions/0003-the-solver.md for what that costs.
    """
    return register_jitable(forceinline=True)(function)


def interpreted(function: _Function) -> _Function:
    """The Python body of a kernel, for tests that compare it with the compiled kernel."""
    return cast(_Function, getattr(function, "py_func", function))
