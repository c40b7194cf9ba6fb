"""Loading tables fitted to exact scores.

A file holds the arrays of an n-tuple file (see `enraya.models.ntuple`) and ``step``, by which the
values of won and lost boards were widened.
"""

from dataclasses import replace

import numpy as np

from enraya.heuristics import CompiledHeuristic
from enraya.kernels.models.tables import tables_value
from enraya.models.checks import check_tables
from enraya.models.modelfile import ModelFile
from enraya.models.ntuple import make_heuristic, unpack
from enraya.models.ntuple_shapes import make_wiring
from enraya.models.on_features import WIN
from enraya.rules.classic import classic


def load_tables(name: str, file: ModelFile) -> CompiledHeuristic:
    """The heuristic of a file with tables.

    Raises:
        InvalidSetting: when its arrays do not fit each other.
    """
    check_tables(file)
    rules, step = classic(), float(file.arrays["step"])
    tuples, weights = unpack(file.arrays, rules)
    looks = make_heuristic(name, rules, make_wiring(rules.columns, rules.rows, tuples), weights)
    return replace(looks, kernel=tables_value, weights=np.append(looks.weights, step), win=WIN)
