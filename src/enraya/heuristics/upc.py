"""QMatic (UPC-EPSEVG, Cornella and Lupu), and the improvements its authors list."""

from enraya.heuristics.heuristic import CompiledHeuristic, weighted, weights_of
from enraya.kernels.heuristics.qmatic import (
    COLUMNS_STAGE,
    DIAGONALS_STAGE,
    LEVELS_STAGE,
    ROWS_STAGE,
    qmatic,
    qmatic_plus,
)
from enraya.parameters import Parameter, choice, flag

ORIGIN = "UPC, QMatic"
WIN = 10_000_000.0
_RUNS = (1, 10, 100)
_ROW_FACTOR = 10
_DIRECTIONS = (1.0, 0.5, 3.0)
"""The weights of rows, columns and diagonals: one stone stops a vertical three, so columns count
little."""
_CROSSING = 200
STAGES = {
    "columns": COLUMNS_STAGE,
    "rows": ROWS_STAGE,
    "levels": LEVELS_STAGE,
    "diagonals": DIAGONALS_STAGE,
}
"""The stages of the heuristic's development; each includes the stages before it."""
STAGE = Parameter(
    "stage",
    choice(*STAGES),
    "diagonals",
    "the stage of development: columns only; rows too; lower rows count more; diagonals too",
)


def _qmatic(name: str, published: bool, stage: str) -> CompiledHeuristic:
    weights = weights_of(*_RUNS, _ROW_FACTOR, published, STAGES[stage])
    return CompiledHeuristic(name, qmatic, weights, WIN)


def _plus(
    name: str, gaps: bool, heights: bool, diagonals: bool, weights: bool, crossings: bool
) -> CompiledHeuristic:
    directions = _DIRECTIONS if weights else (1, 1, 1)
    split = (_RUNS[2], _RUNS[1]) if gaps else (0, 0)
    crossing = _CROSSING if crossings else 0
    numbers = (*_RUNS, _ROW_FACTOR, heights, diagonals, *directions, *split, crossing)
    return CompiledHeuristic(name, qmatic_plus, weights_of(*numbers), WIN)


_RUN_WEIGHTS = {
    "one": ((0,), "a stone with room for four"),
    "two": ((1,), "a run of two"),
    "three": ((2,), "a run of three"),
}
_PLUS_WEIGHTS = {
    "factor": ((3,), "the lowest row, if heights matter"),
    "row": ((6,), "runs in rows"),
    "column": ((7,), "runs in columns"),
    "diagonal": ((8,), "runs on diagonals"),
    "gap_three": ((9,), "three stones with a gap"),
    "gap_two": ((10,), "two stones with a gap"),
    "crossing": ((11,), "a cell that completes two lines"),
}

ENTRIES = {
    "qmatic": weighted(
        _qmatic,
        "runs with room for four: columns, rows (lower ones count more), diagonals",
        ORIGIN,
        {**_RUN_WEIGHTS, "factor": ((3,), "the lowest row, relative to columns")},
        (Parameter("published", flag, False, "one diagonal walk misses column 1, as published"),),
        (STAGE,),
    ),
    "qmatic-plus": weighted(
        _plus,
        "qmatic with its authors' improvements, each of which can be switched off",
        ORIGIN,
        {**_RUN_WEIGHTS, **_PLUS_WEIGHTS},
        (
            Parameter("gaps", flag, True, "runs with one empty cell between them count"),
            Parameter("heights", flag, True, "the weight of rows falls evenly with height"),
            Parameter("diagonals", flag, True, "heights matter on diagonals too"),
            Parameter("weights", flag, True, "rows, columns and diagonals weigh differently"),
            Parameter("crossings", flag, True, "cells that complete two lines count extra"),
        ),
    ),
}
