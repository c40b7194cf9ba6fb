"""Loading the learning paper's polynomial from a file with ``coefficients`` and ``intercept``."""

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
"""The value of a won game: a polynomial may go far beyond the scores it was trained on."""
BLOCK = 8192
"""How many rows are expanded at once: with degree 4, the paper's 200,000 would take 2 GB."""


def terms(degree: int) -> list[tuple[int, ...]]:
    """All products of at most ``degree`` of the paper's features, as tuples of their indices.

    The empty product, 1, comes first.

    >>> [len(terms(degree)) for degree in (1, 2, 3, 4)]
    [12, 78, 364, 1365]
    """
    places = range(PAPER_FEATURES)
    sizes = range(degree + 1)
    return [term for size in sizes for term in combinations_with_replacement(places, size)]


def term_name(term: tuple[int, ...]) -> str:
    """A product of the paper's features as text.

    >>> term_name(()), term_name((0, 0)), term_name((0, 4))
    ('1', 'N_PIECES^2', 'N_PIECES*ALLY_#2_EFF')
    """
    powers = Counter(PAPER_NAMES[place] for place in term)
    factors = (f"{name}^{power}" if power > 1 else name for name, power in powers.items())
    return "*".join(factors) or "1"


def expanded(inputs: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """The values of the products that `terms` lists, a row for each row of features."""
    return np.column_stack([np.prod(inputs[:, term], axis=1) for term in terms(degree)])


def expanded_blocks(inputs: NDArray[np.float64], degree: int) -> Iterator[NDArray[np.float64]]:
    """The rows of `expanded`, at most `BLOCK` at a time."""
    for start in range(0, len(inputs), BLOCK):
        yield expanded(inputs[start : start + BLOCK], degree)


def degree_of(file: ModelFile) -> int:
    """The degree of a file's polynomial, from the number of its coefficients.

    Raises:
        InvalidSetting: if no degree has this number of coefficients.
    """
    count = len(file.arrays["coefficients"])
    for degree in range(1, MOST_DEGREE + 1):
        if count == comb(PAPER_FEATURES + degree, degree):
            return degree
    raise InvalidSetting(f"no polynomial of degree 1 to {MOST_DEGREE} has {count} terms")


def polynomial_numbers(file: ModelFile) -> NDArray[np.float32]:
    """The numbers of a polynomial, as the kernel reads them.

    Raises:
        InvalidSetting: if no degree has this number of coefficients, or an array is invalid.
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
"""Makes the heuristic of a model file with a polynomial."""
