"""Our own hand-made evaluation."""

import numpy as np
from numpy.typing import NDArray

from enraya.heuristics.heuristic import CompiledHeuristic, weighted, weights_of
from enraya.kernels.heuristics.threats import (
    AT_ONCE,
    BAD,
    CENTRE,
    DOUBLE_TURNS,
    GOOD,
    HIGHER,
    ONE,
    SIGN,
    STACKED,
    TWO,
    WEIGHTS,
    ZUGZWANG,
    threats,
)
from enraya.rules import RuleSet

ORIGIN = "enraya; parity of threats after V. Allis, 1988"
WIN = 1_000_000.0
_VALUES = {
    SIGN: 1, ONE: 4.102, TWO: 20.24, CENTRE: 2.136, GOOD: 84.88, BAD: 21.35, HIGHER: 9.125,
    STACKED: 99.85, AT_ONCE: 3_492, ZUGZWANG: 36.18,
}  # fmt: skip
"""The default weights, found by `enraya evolve weights`; see docs/evolution.md for how."""
HAND_SET = (
    "threats(one=1, two=6, centre=3, good=80, bad=40, higher=8, stacked=300, at_once=5000, "
    "zugzwang=60)"
)
"""The heuristic with the earlier weights, which were chosen by hand."""
_BOMB_VALUES = {
    ONE: 1, TWO: 12, CENTRE: 3, GOOD: 20, BAD: 20, HIGHER: 20, STACKED: 0, AT_ONCE: 300,
    ZUGZWANG: 0,
}  # fmt: skip
"""The weights in games with bombs: row parity does not matter there, and a double turn can complete
a window of two stones."""


def _fit(rules: RuleSet, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Adapts the weights to double turns, to lines that lose, and to games with bombs."""
    fitted = weights.copy()
    fitted[DOUBLE_TURNS] = rules.numbers.double_turns
    if rules.has_bombs:
        fitted[list(_BOMB_VALUES)] = list(_BOMB_VALUES.values())
    if rules.numbers.line_loses:
        fitted[SIGN] = -fitted[SIGN]
        fitted[AT_ONCE] = 0
    return fitted


def _threats(name: str) -> CompiledHeuristic:
    values = (_VALUES.get(place, 0) for place in range(WEIGHTS))
    return CompiledHeuristic(name, threats, weights_of(*values), WIN, _fit)


_WEIGHTS = {
    "one": ((ONE,), "a window with one stone"),
    "two": ((TWO,), "a window with two stones"),
    "centre": ((CENTRE,), "a stone, for each column between it and the nearer edge"),
    "good": ((GOOD,), "a threat on a row of the right parity"),
    "bad": ((BAD,), "a threat on another row"),
    "higher": ((HIGHER,), "a threat above another in its column"),
    "stacked": ((STACKED,), "two threats on top of each other"),
    "at_once": ((AT_ONCE,), "having the move and a win"),
    "zugzwang": ((ZUGZWANG,), "making the opponent run out of safe moves first"),
}

ENTRIES = {
    "threats": weighted(
        _threats,
        "useful threats by the parity of their rows, zugzwang, windows, centre",
        ORIGIN,
        _WEIGHTS,
    ),
}
