"""Loading the polynomial of the learning paper: ``coefficients`` and ``intercept``."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.heuristics import CompiledHeuristic
from enraya.kernels.models.features_paper import PAPER_FEATURES
from enraya.kernels.models.polynomial import polynomial_value
from enraya.models.features import PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.models.on_features import load_on_features

WIN = 100_000.0
"""What a won game is worth: a polynomial may go far beyond the scores it learned from."""
DEGREES = (2, 3)


def terms(degree: int) -> int:
    """How many products of at most ``degree`` of the paper's features there are, 1 included.

    >>> terms(2), terms(3)
    (78, 364)
    """
    return comb(PAPER_FEATURES + degree, degree)


def load_polynomial(name: str, file: ModelFile) -> CompiledHeuristic:
    """The heuristic of a file with a polynomial.

    Raises:
        InvalidSetting: when the coefficients do not fit the features.
    """
    return load_on_features(name, file, PAPER_NAMES, polynomial_value, polynomial_numbers, WIN)


def polynomial_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers that the kernel reads.

    Raises:
        InvalidSetting: when there are too many or too few coefficients.
    """
    coefficients = np.asarray(file.arrays["coefficients"], dtype=np.float64)
    degrees = {terms(degree): degree for degree in DEGREES}
    if len(coefficients) not in degrees:
        raise InvalidSetting(f"a polynomial of {len(coefficients)} terms has no known degree")
    published = bool(file.header.parameters.get("published", False))
    head = [degrees[len(coefficients)], published, float(file.arrays["intercept"])]
    return np.concatenate([head, coefficients]).astype(np.float32)
