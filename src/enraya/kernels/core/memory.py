"""Reading and writing words of memory by address, for the solver's innermost loops.

A Numba array is passed as seven words and reference-counted at every call; in a recursion of a few
dozen instructions that costs a quarter of the time, and in a call from Python a microsecond. So the
solver's kernels receive the address of an array of ``uint64`` instead; its owner makes it with
`make_words` and keeps it alive.

Numba's own bounds check does not see such reads and writes, so NUMBA_BOUNDSCHECK=1 selects a
checked build of `load` and `save`. It finds the length of an array in the words before it::

    … | HEADER_MARK | length | word 0 | word 1 | …
                               ^ address

Without that flag the check is not compiled at all.
"""

import ctypes
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from enraya.kernels.core.compile import integer, shared, word

Words = NDArray[np.uint64]
IS_CHECKED = numba.config.BOUNDSCHECK == 1  # type: ignore[attr-defined]  # set at run time
"""Whether `load` and `save` raise an IndexError for an index outside their array."""
HEADER_MARK = word(0x656E726179610001)
"""The word before the length of every array that `make_words` has made."""
_HEADER_WORDS = 2
_WORD_BYTES = 8


def make_words(count: int, alignment: int = 1) -> Words:
    """An array of zeros for `load` and `save`; its address is a multiple of ``alignment`` words."""
    room = np.zeros(_HEADER_WORDS + count + alignment - 1, dtype=np.uint64)
    begin = _HEADER_WORDS + -(room.ctypes.data // _WORD_BYTES + _HEADER_WORDS) % alignment
    room[begin - _HEADER_WORDS : begin] = HEADER_MARK, count
    return room[begin : begin + count]


def _load_unchecked(address: int, index: int) -> int:
    return word(ctypes.c_uint64.from_address(int(address) + _WORD_BYTES * int(index)).value)


def _save_unchecked(address: int, index: int, value: int) -> None:
    ctypes.c_uint64.from_address(int(address) + _WORD_BYTES * int(index)).value = int(value)


@shared
def _check(address: int, index: int) -> None:
    """Raises an IndexError if the array at this address has no word with this index."""
    if _load_unchecked(address, -2) != HEADER_MARK:
        raise IndexError("this is not the address of an array made by make_words")
    if index < 0 or index >= integer(_load_unchecked(address, -1)):
        raise IndexError("the index is outside the array at this address")


@shared
def load(address: int, index: int) -> int:
    """The word with this index in the array at this address."""
    if IS_CHECKED:
        _check(address, index)
    return _load_unchecked(address, index)


@shared
def save(address: int, index: int, value: int) -> None:
    """Overwrites the word with this index in the array at this address."""
    if IS_CHECKED:
        _check(address, index)
    _save_unchecked(address, index, value)


def prefetch(address: int, index: int) -> None:
    """Fetches the word's cache line ahead of its use; has no other effect."""


def _pointer(builder: Any, args: Any) -> Any:
    base = builder.inttoptr(args[0], ir.PointerType(ir.IntType(64)))
    return builder.gep(base, [args[1]])


@intrinsic
def _load(typing_context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.load(_pointer(builder, args))

    return types.uint64(types.uint64, types.int64), generate


@intrinsic
def _save(typing_context: Any, address: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        builder.store(args[2], _pointer(builder, args))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.uint64), generate


@intrinsic
def _prefetch(typing_context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        byte_pointer = ir.PointerType(ir.IntType(8))
        int32 = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte_pointer, int32, int32, int32])
        function = builder.module.declare_intrinsic("llvm.prefetch", (byte_pointer,), kind)
        for_reading, keep, data = (ir.Constant(int32, number) for number in (0, 3, 1))
        pointer = builder.bitcast(_pointer(builder, args), byte_pointer)
        builder.call(function, [pointer, for_reading, keep, data])
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64), generate


@overload(_load_unchecked)
def _compiled_load_unchecked(address: Any, index: Any) -> Any:  # noqa: ARG001  # types only
    def read(address: Any, index: Any) -> Any:
        return _load(address, index)  # type: ignore[call-arg]  # numba adds the context

    return read


@overload(_save_unchecked)
def _compiled_save_unchecked(address: Any, index: Any, value: Any) -> Any:  # noqa: ARG001  # types
    def write(address: Any, index: Any, value: Any) -> Any:
        _save(address, index, value)  # type: ignore[call-arg]  # numba adds the context

    return write


@overload(prefetch)
def _compiled_prefetch(address: Any, index: Any) -> Any:  # noqa: ARG001  # types only
    def ask(address: Any, index: Any) -> Any:
        _prefetch(address, index)  # type: ignore[call-arg]  # numba adds the context

    return ask
