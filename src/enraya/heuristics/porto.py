"""The evaluation of the Porto report (Aires and Monteiro), after Rivest 1988."""

from enraya.heuristics.heuristic import CompiledHeuristic, HeuristicEntry, weights_of
from enraya.kernels.heuristics_lines import lines

ORIGIN = "UPorto; R. Rivest, Game tree searching by min/max approximation, 1988"
WIN = 512.0


def _rivest(name: str) -> CompiledHeuristic:
    return CompiledHeuristic(name, lines, weights_of(*(1, 10, 50) * 3), WIN)


ENTRIES = {
    "rivest": HeuristicEntry(_rivest, "open windows with 1, 2, 3 stones: 1, 10, 50", ORIGIN),
}
