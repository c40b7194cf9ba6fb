"""Our own hand-made evaluation."""

import numpy as np
from numpy.typing import NDArray

from enraya.heuristics.heuristic import CompiledHeuristic, weighted, weights_of
from enraya.kernels.heuristics_threats import (
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
    SIGN: 1, ONE: 1, TWO: 6, CENTRE: 3, GOOD: 80, BAD: 40, HIGHER: 8, STACKED: 300,
    AT_ONCE: 5_000, ZUGZWANG: 60,
}  # fmt: skip
_BOMB_TWO, _BOMB_THREAT, _BOMB_AT_ONCE = 12, 20, 300


def _fit(rules: RuleSet, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Tells the kernel of double turns and of lines that lose; parity needs single turns."""
    fitted = weights.copy()
    fitted[DOUBLE_TURNS] = rules.numbers.double_turns
    if rules.numbers.line_loses:
        fitted[SIGN] = -fitted[SIGN]
    if rules.has_bombs:  # no row parity; a turn of two actions completes two stones as well
        fitted[[GOOD, BAD, HIGHER]] = _BOMB_THREAT
        fitted[[STACKED, ZUGZWANG]] = 0
        fitted[TWO] = _BOMB_TWO
        fitted[AT_ONCE] = 0 if rules.numbers.line_loses else _BOMB_AT_ONCE
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
    "at_once": ((AT_ONCE,), "being to move and able to win"),
    "zugzwang": ((ZUGZWANG,), "having the opponent run out of safe moves"),
}

ENTRIES = {
    "threats": weighted(
        _threats,
        "useful threats by the parity of their rows, zugzwang, windows, centre",
        ORIGIN,
        _WEIGHTS,
    ),
}
