"""Machine instructions that Numba does not expose, each with an equivalent in plain Python."""

from typing import Any

from numba import types
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
from numba.extending import intrinsic, overload

from enraya.kernels.core.compile import ONE, integer, shared


@intrinsic
def _ctpop(typing_context: Any, bits: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


def popcount(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest_index(bits: int) -> int:
    """The index of the lowest set bit; 64 when none is set."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else 64


def bit_length(bits: int) -> int:
    """How many bits the number has without leading zeros; 0 for 0."""
    return int(bits).bit_length()


@overload(popcount)
def _compiled_popcount(bits: Any) -> Any:
    def count(bits: Any) -> Any:
        return integer(_ctpop(bits))  # type: ignore[call-arg]  # numba adds the context

    return count if bits == types.uint64 else None


@overload(lowest_index)
def _compiled_lowest_index(bits: Any) -> Any:
    def index(bits: Any) -> Any:
        return integer(trailing_zeros(bits))  # type: ignore[call-arg]  # numba adds the context

    return index if bits == types.uint64 else None


@overload(bit_length)
def _compiled_bit_length(bits: Any) -> Any:
    def length(bits: Any) -> Any:
        return 64 - integer(leading_zeros(bits))  # type: ignore[call-arg]  # numba adds the context

    return length if bits == types.uint64 else None


@shared
def lowest(cells: int) -> int:
    """The cell with the lowest index; 0 if there are no cells."""
    return cells & ~(cells - ONE)


@shared
def without_lowest(cells: int) -> int:
    """The cells without the one with the lowest index; 0 if there are no cells."""
    return cells & (cells - ONE)
