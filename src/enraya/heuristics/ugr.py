"""The evaluations of the BOOM class (Universidad de Granada, Romero Cortés, 2021)."""

from enraya.heuristics.heuristic import CompiledHeuristic, HeuristicEntry, weighted, weights_of
from enraya.kernels.heuristics.ugr import centre, groups
from enraya.parameters import Parameter, flag

ORIGIN = "UGR, Conecta-4 BOOM, 2021"
WIN = 99_999_999.0


def _centre(name: str) -> CompiledHeuristic:
    return CompiledHeuristic(name, centre, weights_of(1), WIN)


def _groups(name: str, published: bool, diagonals: bool) -> CompiledHeuristic:
    rival_of_first = 0 if published else 1
    weights = weights_of(1, 10, 20, rival_of_first, 1, diagonals)
    return CompiledHeuristic(name, groups, weights, WIN)


_WEIGHTS = {
    "centre": ((0,), "a stone, for each column between it and the nearer edge"),
    "two": ((1,), "a run of two"),
    "three": ((2,), "a run of three or more"),
    "rival": ((4, 3), "how much the opponent's runs count"),
}

ENTRIES = {
    "ugr-centre": HeuristicEntry(
        _centre, "own stones near the centre, bombs excluded (the class's test)", ORIGIN
    ),
    "ugr-groups": weighted(
        _groups,
        "own stones near the centre, and runs of two and three in rows and columns",
        ORIGIN,
        _WEIGHTS,
        (Parameter("published", flag, False, "player 1 ignores the rival's runs, as published"),),
        (Parameter("diagonals", flag, False, "runs on diagonals too, which the author dropped"),),
    ),
}
