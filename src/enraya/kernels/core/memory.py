"""Words of memory by address, for the solver's innermost loops.

A Numba array is passed as seven words and counted at every call; in a recursion of a few dozen
instructions that costs a quarter of the time, and in a call from Python a microsecond. So the
solver's kernels receive the address of an array of ``uint64`` instead. Nothing checks an index
here: the owner of the array keeps it alive and large enough.
"""

import ctypes
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from enraya.kernels.core.compile import word

_WORD_BYTES = 8


def load(address: int, index: int) -> int:
    """The word with this index."""
    return word(ctypes.c_uint64.from_address(int(address) + _WORD_BYTES * int(index)).value)


def save(address: int, index: int, value: int) -> None:
    """Changes the word with this index."""
    ctypes.c_uint64.from_address(int(address) + _WORD_BYTES * int(index)).value = int(value)


def prefetch(address: int, index: int) -> None:
    """Asks for the word's neighbourhood ahead of its use; nothing else changes."""


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


@overload(load)
def _compiled_load(address: Any, index: Any) -> Any:  # noqa: ARG001  # types only
    def read(address: Any, index: Any) -> Any:
        return _load(address, index)  # type: ignore[call-arg]  # numba adds the context

    return read


@overload(save)
def _compiled_save(address: Any, index: Any, value: Any) -> Any:  # noqa: ARG001  # types only
    def write(address: Any, index: Any, value: Any) -> Any:
        _save(address, index, value)  # type: ignore[call-arg]  # numba adds the context

    return write


@overload(prefetch)
def _compiled_prefetch(address: Any, index: Any) -> Any:  # noqa: ARG001  # types only
    def ask(address: Any, index: Any) -> Any:
        _prefetch(address, index)  # type: ignore[call-arg]  # numba adds the context

    return ask
