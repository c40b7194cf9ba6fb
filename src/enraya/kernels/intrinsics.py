"""Machine instructions that Numba has no name for, each with a Python body of the same meaning."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from enraya.kernels.compile import shared

ONE = np.uint64(1)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no type stubs
def _ctpop(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


def popcount(word: int) -> int:
    """How many bits are set."""
    return int(word).bit_count()


def lowest_index(word: int) -> int:
    """The index of the lowest set bit; 64 when none is set."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


@overload(popcount)  # type: ignore[untyped-decorator]
def _compiled_popcount(word: Any) -> Any:
    def count(word: Any) -> Any:
        return np.int64(_ctpop(word))

    return count if word == types.uint64 else None


@overload(lowest_index)  # type: ignore[untyped-decorator]
def _compiled_lowest_index(word: Any) -> Any:
    def index(word: Any) -> Any:
        return np.int64(_cttz(word))

    return index if word == types.uint64 else None


@shared
def lowest(cells: int) -> int:
    """The cell with the lowest index; none when there are none."""
    return cells & ~(cells - ONE)


@shared
def without_lowest(cells: int) -> int:
    """The cells but for the one with the lowest index; none when there are none."""
    return cells & (cells - ONE)
