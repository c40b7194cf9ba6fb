"""The numbers of a trained model, which a context names by their address.

A model may have millions of numbers, too many for the record that is the context, and a compiled
search cannot take another array for each kind of heuristic. So the record holds the address and
the size of one array of ``float32``, whose owner keeps it alive; whole numbers up to 2^24 are
exact in it.
"""

import ctypes
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from enraya.kernels.heuristics.evaluator import Context

_carray: Any = numba.carray  # type: ignore[attr-defined]  # numba does not list it
_FLOATS: Any = types.CPointer(types.float32)  # type: ignore[no-untyped-call]


def numbers_of(context: Context) -> NDArray[np.float32]:
    """The numbers of the context's model."""
    kind = ctypes.c_float * int(context.count)
    return np.ctypeslib.as_array(kind.from_address(int(context.address)))


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return _FLOATS(types.uint64), generate


@overload(numbers_of)
def _compiled_numbers_of(context: Any) -> Any:  # noqa: ARG001  # a type
    def view(context: Any) -> Any:
        return _carray(_pointer(context.address), (context.count,))  # type: ignore[call-arg]

    return view
