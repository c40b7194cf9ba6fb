"""Loading the polynomial of the learning paper: ``coefficients`` and ``intercept``."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.kernels.models.features_paper import PAPER_FEATURES
from enraya.kernels.models.polynomial import MOST_DEGREE, polynomial_value
from enraya.models.checks import check_polynomial
from enraya.models.features import PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.models.on_features import load_on_features

WIN = 100_000.0
"""What a won game is worth: a polynomial may go far beyond the scores it learned from."""
BLOCK = 8192
"""Rows that are expanded at once: with degree 4 all 200,000 of the paper would take 2 GB."""


def terms(degree: int) -> list[tuple[int, ...]]:
    """The products of at most ``degree`` of the paper's features, as their places; 1 is first.

    >>> [len(terms(degree)) for degree in (1, 2, 3, 4)]
    [12, 78, 364, 1365]
    """
    places = range(PAPER_FEATURES)
    sizes = range(degree + 1)
    return [term for size in sizes for term in combinations_with_replacement(places, size)]


def term_name(term: tuple[int, ...]) -> str:
    """A product of the paper's features as one writes it.

    >>> term_name(()), term_name((0, 0)), term_name((0, 4))
    ('1', 'N_PIECES^2', 'N_PIECES*ALLY_#2_EFF')
    """
    powers = Counter(PAPER_NAMES[place] for place in term)
    factors = (f"{name}^{power}" if power > 1 else name for name, power in powers.items())
    return "*".join(factors) or "1"


def expanded(inputs: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """Every product of at most ``degree`` of the paper's features, 1 first: 78 for degree 2."""
    return np.column_stack([np.prod(inputs[:, term], axis=1) for term in terms(degree)])


def expanded_blocks(inputs: NDArray[np.float64], degree: int) -> Iterator[NDArray[np.float64]]:
    """The expanded rows, some at a time."""
    for start in range(0, len(inputs), BLOCK):
        yield expanded(inputs[start : start + BLOCK], degree)


def degree_of(file: ModelFile) -> int:
    """The degree of a file's polynomial.

    Raises:
        InvalidSetting: when there are too many or too few coefficients.
    """
    count = len(file.arrays["coefficients"])
    for degree in range(1, MOST_DEGREE + 1):
        if count == comb(PAPER_FEATURES + degree, degree):
            return degree
    raise InvalidSetting(f"a polynomial of {count} terms has no known degree")


def polynomial_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers that the kernel reads.

    Raises:
        InvalidSetting: when there are too many or too few coefficients.
    """
    check_polynomial(file)
    coefficients = np.asarray(file.arrays["coefficients"], dtype=np.float64)
    head = [degree_of(file), float(file.arrays["intercept"])]
    return np.concatenate([head, coefficients]).astype(np.float32)


load_polynomial = partial(
    load_on_features,
    kernel=polynomial_value,
    numbers_of=polynomial_numbers,
    inputs=(PAPER_NAMES,),
    win=WIN,
)
"""The heuristic of a file with a polynomial."""
