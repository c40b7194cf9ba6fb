"""Evaluation functions by name."""

from functools import lru_cache

from enraya.callspec import parse_callspec
from enraya.errors import UnknownName
from enraya.heuristics import ours, porto, uam, ugr, upc
from enraya.heuristics.heuristic import (
    CompiledHeuristic,
    Heuristic,
    HeuristicEntry,
    PythonHeuristic,
)
from enraya.parameters import read_parameters

__all__ = [
    "HEURISTICS",
    "CompiledHeuristic",
    "Heuristic",
    "HeuristicEntry",
    "PythonHeuristic",
    "parse_heuristic",
]

HEURISTICS: dict[str, HeuristicEntry] = {
    **uam.ENTRIES,
    **ugr.ENTRIES,
    **porto.ENTRIES,
    **upc.ENTRIES,
    **ours.ENTRIES,
}


@lru_cache(maxsize=256)
def parse_heuristic(text: str) -> CompiledHeuristic:
    """The heuristic that ``text`` writes down, such as ``uam-h2(base=2)``.

    Raises:
        UnknownName: when there is none of that name.
        InvalidSetting: when a parameter is unknown or out of range.
        InvalidNotation: when the text does not follow the grammar of `callspec`.
    """
    spec = parse_callspec(text)
    if spec.name not in HEURISTICS:
        raise UnknownName("heuristic", spec.name, HEURISTICS)
    entry = HEURISTICS[spec.name]
    return entry.make(str(spec), **read_parameters("heuristic", spec, entry.parameters))
