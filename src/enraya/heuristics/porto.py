"""The evaluation of the Porto paper (Aires and Monteiro), after Rivest 1988."""

from enraya.heuristics.heuristic import fixed, weighted
from enraya.heuristics.uam import LINE_WEIGHTS
from enraya.kernels.heuristics.lines import lines

ORIGIN = "UPorto; R. Rivest, Game tree searching by min/max approximation, 1988"
WIN = 512.0
_RIVEST = fixed(lines, WIN, *(1, 10, 50) * 3, 0, 0)

ENTRIES = {
    "rivest": weighted(_RIVEST, "open windows with 1, 2, 3 stones: 1, 10, 50", ORIGIN, LINE_WEIGHTS)
}
