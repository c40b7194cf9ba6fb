"""Heuristics and agents from a user's Python file."""

import importlib.util
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from enraya.errors import InvalidSetting
from enraya.files import is_file
from enraya.heuristics.heuristic import (
    CompiledHeuristic,
    PythonHeuristic,
    weights_of,
)
from enraya.kernels.core.compile import kernel

PREFIX = "file:"
_MARK = "_enraya_compiled"


def heuristic(*, compiled: bool = False) -> Callable[[Callable[..., float]], Callable[..., float]]:
    """A decorator that marks a function as a heuristic, with ``compiled=True`` as a compiled one.

    A compiled heuristic is a function ``(context, board, player)`` that Numba can compile; see
    `enraya.kernels.heuristics.evaluator`. It has no weights.
    """

    def mark(function: Callable[..., float]) -> Callable[..., float]:
        setattr(function, _MARK, compiled)
        return function

    return mark


def load_file(path: str) -> ModuleType:
    """Imports a Python file, which may import the modules beside it.

    Raises:
        InvalidSetting: if there is no such file or it cannot be run; the message has the reason.
    """
    file = Path(path)
    if not is_file(file):
        raise InvalidSetting(f"there is no file {path!r}")
    name = f"enraya_file_{sha256(str(file.resolve()).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InvalidSetting(f"{path!r} is not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(file.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that nothing there takes the place of a library
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001  # anything the user's file may do
        raise InvalidSetting(f"{path!r} cannot be run: {type(error).__name__}: {error}") from None
    return module


def heuristic_in(module: ModuleType, name: str) -> CompiledHeuristic | PythonHeuristic | None:
    """The heuristic in a module: its function ``heuristic`` or one marked by the decorator.

    None if there is neither.
    """
    function: Any = getattr(module, "heuristic", None)
    if not callable(function) or function is heuristic:
        marked = [f for f in vars(module).values() if callable(f) and hasattr(f, _MARK)]
        if not marked:
            return None
        function = marked[0]
    if getattr(function, _MARK, False):
        ready = function if hasattr(function, "py_func") else kernel(function)
        return CompiledHeuristic(name, ready, weights_of())
    return PythonHeuristic(name, function)


def load_heuristic(path: str, name: str) -> CompiledHeuristic | PythonHeuristic:
    """The heuristic in a Python file.

    Raises:
        InvalidSetting: if the file cannot be imported, or contains no heuristic.
    """
    found = heuristic_in(load_file(path), name)
    if found is None:
        raise InvalidSetting(f"{path!r} defines no function heuristic(position)")
    return found
