"""Evaluation functions by name."""

from functools import lru_cache

from enraya.callspec import parse_callspec, text_behind
from enraya.errors import UnknownName
from enraya.heuristics import ours, porto, uam, ugr, upc
from enraya.heuristics.heuristic import (
    CompiledHeuristic,
    Heuristic,
    HeuristicEntry,
    PythonHeuristic,
)
from enraya.heuristics.userfile import PREFIX, heuristic, load_heuristic
from enraya.parameters import read_parameters

__all__ = [
    "HEURISTICS",
    "CompiledHeuristic",
    "Heuristic",
    "HeuristicEntry",
    "PythonHeuristic",
    "heuristic",
    "named_heuristic",
    "parse_heuristic",
]

HEURISTICS: dict[str, HeuristicEntry] = {
    **uam.ENTRIES,
    **ugr.ENTRIES,
    **porto.ENTRIES,
    **upc.ENTRIES,
    **ours.ENTRIES,
}


def parse_heuristic(text: str) -> CompiledHeuristic | PythonHeuristic:
    """The heuristic that a text such as ``uam-h2(base=2)`` or ``file:mine.py`` describes.

    Raises:
        UnknownName: if there is no heuristic of that name.
        InvalidSetting: if a parameter is unknown or out of range, or a file cannot be used.
        InvalidNotation: if the text does not follow the grammar of `callspec`.
    """
    path = text_behind(PREFIX, text)
    if path is not None:
        return load_heuristic(path, text)
    return named_heuristic(text)


@lru_cache(maxsize=256)
def named_heuristic(text: str) -> CompiledHeuristic:
    """The registered heuristic that a text describes; like `parse_heuristic`, but without files."""
    spec = parse_callspec(text)
    if spec.name not in HEURISTICS:
        raise UnknownName("heuristic", spec.name, HEURISTICS)
    entry = HEURISTICS[spec.name]
    values = read_parameters("heuristic", spec, entry.parameters)
    chosen = {weight: values.pop(weight.name) for weight in entry.weights}
    made = entry.make(str(spec), **values)
    for weight, value in chosen.items():
        if value is not None:
            made.weights[list(weight.places)] = value
    return made
