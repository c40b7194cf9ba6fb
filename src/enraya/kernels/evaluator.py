"""The shape of a compiled heuristic, so that one compiled search can call any of them.

A heuristic is a kernel ``evaluate(geometry, board, player, weights) -> float``: how good the board
is for a player, 0 or 1. The search receives it as a function pointer of the type `EVALUATOR`.
Only a signature that is written down keeps such a search in the disk cache, so `prepared` compiles
kernels for one signature and no other.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

import numba
from numba import types

from enraya.kernels.board import Board, Rules
from enraya.kernels.compile import word
from enraya.kernels.geometry import Geometry, for_kernels, make_geometry

_Function = TypeVar("_Function", bound=Callable[..., Any])
typeof = cast(Callable[[object], Any], numba.typeof)
"""The type that kernels give a value."""


class Weights(Protocol):
    """The numbers of a heuristic: an array of ``float64``."""

    def __getitem__(self, index: int, /) -> float:
        """One of them."""


Evaluator = Callable[[Geometry, Board, int, Any], float]


RULES_TYPE: Any = typeof(Rules(0, 0, 0, 0, 0))
GEOMETRY_TYPE: Any = typeof(for_kernels(make_geometry(7, 6)))
BOARD_TYPE: Any = typeof(Board(word(0), word(0), word(0), 0))
WEIGHTS_TYPE: Any = types.float64[::1]
EVALUATE: Any = types.float64(GEOMETRY_TYPE, BOARD_TYPE, types.int64, WEIGHTS_TYPE)
"""The signature of every compiled heuristic."""
EVALUATOR: Any = types.FunctionType(EVALUATE)
"""The type of a pointer to one."""


def prepared(function: _Function, signature: Any) -> _Function:
    """The kernel, compiled for this signature alone; as it stands when Numba is switched off."""
    dispatcher: Any = function
    if hasattr(dispatcher, "compile") and not dispatcher.signatures:
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return function
