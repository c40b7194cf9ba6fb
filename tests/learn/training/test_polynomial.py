"""Least squares find a polynomial that is there."""

import numpy as np
import pytest

from enraya.learn.training.polynomial import Polynomial


def test_a_line_is_found_with_its_intercept_apart() -> None:
    inputs = np.random.default_rng(2).integers(0, 9, (60, 11)).astype(np.float64)
    learner, told = Polynomial(1), []
    labels = 3 + 2 * inputs[:, 0] - inputs[:, 1]
    learner.fit(inputs, labels, lambda number, _: told.append(number), None)
    assert learner.coefficients_ == pytest.approx([0, 2, -1, *[0] * 9], abs=1e-9)
    assert learner.intercept_ == pytest.approx(3)
    assert told == [1]
