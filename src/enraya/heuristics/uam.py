"""The evaluations of a tournament in Lisp (UAM Madrid, Santorum and Galán, 2019)."""

from enraya.heuristics.heuristic import CompiledHeuristic, fixed, weighted, weights_of
from enraya.kernels.heuristics.lines import lines
from enraya.kernels.heuristics.uam import (
    PAIRS_CONSTANT,
    PAIRS_PUBLISHED,
    PAIRS_SUMMED,
    parity_lines,
    top_runs,
)
from enraya.parameters import Parameter, choice, flag, integer

ORIGIN = "UAM, tournament in Lisp, 2019"
WIN = 10_000_000.0
_RUNS = (10, 100, 1000)
_FOUR_WAYS, _SEVEN_WAYS = (1, 1, 1, 1, 0, 0, 0), (1, 1, 1, 1, 1, 1, 1)
_LESSER_THREE = 8
"""The weight of a three whose hole is on a row of the less useful parity."""
_BASE = Parameter("base", integer(1, 100), 10, "a window with n stones is worth base**n")


def _h2(name: str, base: int) -> CompiledHeuristic:
    powers = (base, base**2, base**3)
    return CompiledHeuristic(name, lines, weights_of(*powers * 2, 0, 0, 0, base**4, 0), WIN)


def _lines(name: str, base: int) -> CompiledHeuristic:
    powers = (base, base**2, base**3)
    return CompiledHeuristic(name, lines, weights_of(*powers * 3, base**4, base**4), WIN)


def _h3(name: str, pairs: str, published: bool, three: int) -> CompiledHeuristic:
    if pairs == "own" and not published:
        weights = weights_of(2, 0, 3, 2, three, _LESSER_THREE, 1, PAIRS_SUMMED, 1)
    else:
        rule = PAIRS_SUMMED if pairs == "sum" else PAIRS_PUBLISHED
        weights = weights_of(2, 0, 3, 2, _LESSER_THREE, three, 0, rule, 1)
    return CompiledHeuristic(name, parity_lines, weights, WIN)


def _even_odd(name: str, three: int) -> CompiledHeuristic:
    return CompiledHeuristic(
        name, parity_lines, weights_of(2, 4, 0, 0, _LESSER_THREE, three, 0, PAIRS_CONSTANT, 1), WIN
    )


_RUN_WEIGHTS = {
    "one": ((0,), "a top stone"),
    "two": ((1,), "a run of two from a top stone"),
    "three": ((2,), "a run of three from a top stone"),
    "down": ((3,), "runs downwards"),
    "right": ((4,), "runs to the right"),
    "left": ((5,), "runs to the left"),
    "down_left": ((6,), "runs downwards to the left"),
}
_MORE_WAYS = {
    "down_right": ((7,), "runs downwards to the right"),
    "up_left": ((8,), "runs upwards to the left"),
    "up_right": ((9,), "runs upwards to the right"),
}
_STRAIGHT_WEIGHTS = {
    "one": ((0, 3), "a window with one stone"),
    "two": ((1, 4), "a window with two stones"),
    "three": ((2, 5), "a window with three stones"),
}
LINE_WEIGHTS = {
    "one": ((0, 3, 6), "a window with one stone"),
    "two": ((1, 4, 7), "a window with two stones"),
    "three": ((2, 5, 8), "a window with three stones"),
}
"""The named weights of the kernel `lines`, each with the same value in all directions."""
_PARITY_WEIGHTS = {
    "one": ((0,), "a window with one stone"),
    "cell_match": ((2,), "an empty cell of a pair, on a row of the matching parity"),
    "cell_other": ((3,), "an empty cell of a pair, on another row"),
    "three_match": (
        (4,),
        "a three with its hole on a row of the matching parity; 8 in the authors' parity",
    ),
    "three_other": (
        (5,),
        "a three with its hole on another row; as the parameter three in the authors' parity",
    ),
}
_EVEN_ODD_WEIGHTS = {
    "one": ((0,), "a window with one stone"),
    "pair": ((1,), "a window with two stones"),
    "three_match": ((4,), "a three with its hole on a row of the matching parity"),
    "three_other": ((5,), "a three with its hole on another row; replaces the parameter three"),
}

ENTRIES = {
    "uam-h0": weighted(
        fixed(top_runs, WIN, *_RUNS, *_FOUR_WAYS),
        "runs from the top stone of each column in four directions: 10, 100, 1000",
        ORIGIN,
        _RUN_WEIGHTS,
    ),
    "uam-h1": weighted(
        fixed(top_runs, WIN, *_RUNS, *_SEVEN_WAYS),
        "runs from the top stone of each column in seven directions: 10, 100, 1000",
        ORIGIN,
        {**_RUN_WEIGHTS, **_MORE_WAYS},
    ),
    "uam-h2": weighted(
        _h2,
        "open windows in rows and columns: base to the power of the number of stones",
        ORIGIN,
        _STRAIGHT_WEIGHTS,
        (_BASE,),
    ),
    "uam-h3": weighted(
        _h3,
        "open windows, worth more if the empty cells are on rows of the player's own parity",
        ORIGIN,
        _PARITY_WEIGHTS,
        (
            Parameter(
                "pairs", choice("own", "sum"), "own",
                "own: each side by its own parity; sum: the authors' parity, pairs summed",
            ),
            Parameter("published", flag, False, "the authors' parity, and their mistake in pairs"),
        ),
        (
            Parameter(
                "three", integer(0, 1000), 12,
                "a three with its hole on a row of the better parity: the matching one, or in the "
                "authors' parity the other",
            ),
        ),
    ),
    "uam-evenodd": weighted(
        _even_odd,
        "open windows with the authors' parity; every pair is worth 4",
        ORIGIN,
        _EVEN_ODD_WEIGHTS,
        (Parameter("three", integer(0, 1000), 12, "a three with its hole on an unmatched row"),),
    ),
    "uam-lines": weighted(
        _lines,
        "like uam-h2, but with diagonals",
        ORIGIN,
        LINE_WEIGHTS,
        (Parameter("base", integer(1, 100), 2, _BASE.help),),
    ),
}  # fmt: skip
