"""The polynomial against the sum of its definition."""

from itertools import combinations_with_replacement
from math import prod

import numpy as np
import pytest

from enraya.kernels.models.features_paper import PAPER_FEATURES
from enraya.kernels.models.polynomial import COEFFICIENTS, MOST_DEGREE, polynomial


@pytest.mark.parametrize("degree", range(1, MOST_DEGREE + 1))
def test_a_polynomial_is_the_weighted_sum_of_its_monomials(degree: int) -> None:
    rng = np.random.default_rng(degree)
    features = rng.integers(0, 4, PAPER_FEATURES).astype(np.float64)
    products = [
        prod(features[list(places)])
        for size in range(degree + 1)
        for places in combinations_with_replacement(range(PAPER_FEATURES), size)
    ]
    numbers = rng.normal(size=COEFFICIENTS + len(products)).astype(np.float32)
    numbers[0] = degree
    wanted = float(numbers[1]) + float(numbers[COEFFICIENTS:].astype(np.float64) @ products)
    assert polynomial(numbers, features) == pytest.approx(wanted)
