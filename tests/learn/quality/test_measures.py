"""Measures of predictions, on rows that one can follow with a pencil."""

import numpy as np
import pytest

from enraya.learn.quality.measures import CalibrationRow, calibration, error_by_stones, measure

TRUTH = np.array([4.0, -4.0, 0.0, 0.0, 8.0])
PREDICTED = np.array([3.0, 1.0, 0.25, -2.0, 8.0])


def test_errors_are_squared_and_compared_with_the_spread() -> None:
    found = measure(PREDICTED, TRUTH)
    squares = 1 + 25 + 0.0625 + 4 + 0
    assert found.mse == pytest.approx(squares / 5)
    assert found.r2 == pytest.approx(1 - squares / 5 / TRUTH.var())
    assert found.sign == pytest.approx(2 / 3)  # of the three that are no draws
    assert found.outcome == pytest.approx(3 / 5)
    assert found.rows == 5


def test_rows_that_are_all_alike_have_no_spread_to_explain() -> None:
    found = measure(np.array([1.0, 2.0]), np.zeros(2))
    assert (found.mse, found.r2, found.sign) == (2.5, 0.0, 0.0)


def test_calibration_has_the_share_of_wins_of_each_part() -> None:
    assert calibration(PREDICTED, TRUTH, 2) == [
        CalibrationRow(-0.25, -4 / 3, 0.0, 3),
        CalibrationRow(5.5, 6.0, 1.0, 2),
    ]
    assert [row.rows for row in calibration(PREDICTED, TRUTH, 9)] == [1] * 5


def test_errors_are_told_by_the_number_of_stones() -> None:
    stones = np.array([7, 9, 7, 9, 9])
    assert error_by_stones(PREDICTED, TRUTH, stones) == pytest.approx({7: 0.625, 9: 7 / 3})
