"""Arrays of numbers as bytes, in numpy's own format; whatever else that format can hold is refused.

Numpy evaluates the header of an array and makes room for the size it declares before it looks
whether there is that much. Here the header is compared with the one form that numpy writes for
plain numbers, and its size with that of the data.
"""

import io
import math
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<>|](?:b1|[iu][1248]|f[248]))', "
    rb"'fortran_order': (False|True), 'shape': \(((?:\d{1,10}(?:, \d{1,10}){0,3},?)?)\), \} *\n",
    re.DOTALL,
)


def encode_array(array: NDArray[Any]) -> bytes:
    """The bytes of an array of numbers."""
    content = io.BytesIO()
    np.lib.format.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
    return content.getvalue()


def decode_array(data: bytes) -> NDArray[Any]:
    """The array that the bytes hold; none of its numbers is infinite or no number.

    Raises:
        ValueError: when they hold anything else.
    """
    header = _HEADER.match(data)
    if header is None:
        raise ValueError("not an array of numbers")
    kind, is_fortran, sizes = (group.decode() for group in header.groups())
    dtype, shape = np.dtype(kind), tuple(int(size) for size in sizes.split(",") if size.strip())
    if math.prod(shape) * dtype.itemsize != len(data) - header.end():
        raise ValueError("not as many numbers as declared")
    order: Any = "F" if is_fortran == "True" else "C"
    found = np.ndarray(shape, dtype, data, header.end(), order=order)
    if dtype.kind == "f" and not np.all(np.isfinite(found)):
        raise ValueError("a number that is none")
    return found.astype(dtype.newbyteorder("="))  # a copy: kernels take only writable arrays
