"""The interface of a compiled heuristic, so that one compiled search can call any of them.

A heuristic is a kernel ``evaluate(context, board, player) -> float``: how good the board is for a
player, 0 or 1. The context is a `Geometry` with the heuristic's numbers added: a few
weights, room to work in, and where the numbers of a trained model lie. Kernels get it as a
record, that is by reference: passing its numbers would take longer than most heuristics.

A trained model may have millions of numbers, too many for that record, and a compiled search cannot
take another array for each kind of heuristic. So the record holds the address and the size of one
array of ``float32``, whose owner keeps it alive; whole numbers up to 2^24 are exact in it.

The search receives the heuristic as a function pointer of the type `EVALUATOR`. Numba caches such
a search on disk only if its signature is given explicitly, so `prepared` compiles kernels for
one signature and no other.
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from enraya.kernels.core.board import Board, Rules
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.geometry import Geometry, for_kernels, make_geometry
from enraya.kernels.core.intrinsics import popcount

_Function = TypeVar("_Function", bound=Callable[..., Any])
typeof = cast(Callable[[object], Any], numba.typeof)
"""The Numba type of a value."""
MAX_WEIGHTS = 32
SCRATCH = 256
"""How many numbers a heuristic may keep while it works on one board."""
_carray: Any = numba.carray  # type: ignore[attr-defined]  # numba does not list it
_FLOATS: Any = types.CPointer(types.float32)  # type: ignore[no-untyped-call]


class Weights(Protocol):
    """The weights of a heuristic: an array of ``float64``."""

    def __getitem__(self, index: int, /) -> float:
        """The weight with this index."""


class Context(Geometry):
    """A geometry with the numbers of a heuristic added."""

    weights: Weights
    scratch: NDArray[np.float64]
    """Room for `SCRATCH` numbers, modified in place; searches do not share a context."""
    address: int
    """The address of the numbers of a trained model."""
    count: int  # type: ignore[assignment]  # a record, not the tuple it is typed as
    """How many numbers the trained model has."""


Evaluator = Callable[[Context, Board, int], float]


class Basis(NamedTuple):
    """What a search rests on: the game, and the heuristic that values its boards."""

    rules: Rules
    geometry: Geometry
    evaluate: Evaluator
    context: Context


_SAMPLE = for_kernels(make_geometry(7, 6))
_RECORD = np.dtype(
    [(name, np.asarray(value).dtype) for name, value in _SAMPLE._asdict().items()]
    + [
        ("weights", np.float64, (MAX_WEIGHTS,)),
        ("scratch", np.float64, (SCRATCH,)),
        ("address", np.uint64),
        ("count", np.int64),
    ],
    align=True,
)


NO_NUMBERS: NDArray[np.float32] = np.zeros(0, dtype=np.float32)


def make_context(
    geometry: Geometry,
    weights: Sequence[float] | NDArray[np.float64],
    numbers: NDArray[np.float32] = NO_NUMBERS,
) -> Context:
    """The context of a heuristic with these weights; ``geometry`` is that of `for_kernels`.

    ``numbers`` are those of a trained model; the caller keeps them alive.
    """
    address = word(numbers.ctypes.data)
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]  # set at run time
        plain = Context(*geometry)
        plain.weights, plain.scratch = cast(Weights, weights), np.zeros(SCRATCH)
        plain.address, plain.count = address, len(numbers)
        return plain
    record = np.recarray(1, dtype=_RECORD)
    for name, value in zip(geometry._fields, geometry, strict=True):
        record[name] = value
    record["weights"][0] = 0.0
    record["weights"][0][: len(weights)] = weights
    record["address"], record["count"] = address, len(numbers)
    return cast(Context, record[0])


RULES_TYPE: Any = typeof(Rules(0, 0, 0, 0, 0))
GEOMETRY_TYPE: Any = typeof(_SAMPLE)
BOARD_TYPE: Any = typeof(Board(word(0), word(0), word(0), 0))
CONTEXT_TYPE: Any = numba.from_dtype(_RECORD)
EVALUATE: Any = types.float64(CONTEXT_TYPE, BOARD_TYPE, types.int64)
"""The signature of every compiled heuristic."""
EVALUATOR: Any = types.FunctionType(EVALUATE)
"""The Numba type of a pointer to a compiled heuristic."""
SEARCH_TYPES: Any = (RULES_TYPE, GEOMETRY_TYPE, EVALUATOR, CONTEXT_TYPE, BOARD_TYPE)
"""The types of the first arguments of every search with a heuristic."""
VALUE_BOARDS: Any = types.void(
    EVALUATOR, CONTEXT_TYPE, types.uint64[::1], types.uint64[::1], types.float64[::1]
)
"""The signature of `value_boards`."""


def prepared(function: _Function, signature: Any) -> _Function:
    """The kernel, compiled for this signature only; unchanged when Numba is switched off."""
    dispatcher: Any = function
    if hasattr(dispatcher, "compile") and not dispatcher.signatures:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return function


@kernel
def value_boards(
    evaluate: Evaluator,
    context: Context,
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    out: NDArray[np.float64],
) -> None:
    """Writes the value of each board of a classic game for the player who just moved."""
    for i in range(first.size):
        plies = popcount(first[i] | second[i])
        board = Board(first[i], second[i], word(0), plies)
        out[i] = evaluate(context, board, (plies + 1) & 1)


def numbers_of(context: Context) -> NDArray[np.float32]:
    """The numbers of the trained model in a context."""
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
