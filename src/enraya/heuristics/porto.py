"""The evaluation of the Porto paper (Aires and Monteiro), after Rivest 1988."""

from enraya.heuristics.heuristic import CompiledHeuristic, weighted, weights_of
from enraya.kernels.heuristics.lines import lines

ORIGIN = "UPorto; R. Rivest, Game tree searching by min/max approximation, 1988"
WIN = 512.0


def _rivest(name: str) -> CompiledHeuristic:
    return CompiledHeuristic(name, lines, weights_of(*(1, 10, 50) * 3, 0, 0), WIN)


_WEIGHTS = {
    "one": ((0, 3, 6), "a window with one stone"),
    "two": ((1, 4, 7), "a window with two stones"),
    "three": ((2, 5, 8), "a window with three stones"),
}

ENTRIES = {
    "rivest": weighted(_rivest, "open windows with 1, 2, 3 stones: 1, 10, 50", ORIGIN, _WEIGHTS),
}
