"""Measures of predictions, and the largest errors of models."""

import numpy as np
import pytest

from enraya.errors import InvalidSetting
from enraya.learn.quality.evaluation import evaluate_model
from enraya.learn.quality.predictions import (
    CalibrationRow,
    calibration,
    error_by_stones,
    measure,
    my_test,
)
from tests.learn.support import data

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
    found = measure(np.array([1.0, 2.0]), np.zeros(2))  # no spread to explain
    assert (found.mse, found.r2, found.sign) == (2.5, 0.0, 0.0)


def test_calibration_gives_the_share_of_wins_in_each_bin() -> None:
    assert calibration(PREDICTED, TRUTH, 2) == [
        CalibrationRow(-0.25, -4 / 3, 0.0, 3),
        CalibrationRow(5.5, 6.0, 1.0, 2),
    ]
    assert [row.rows for row in calibration(PREDICTED, TRUTH, 9)] == [1] * 5


def test_errors_are_listed_by_number_of_stones() -> None:
    stones = np.array([7, 9, 7, 9, 9])
    assert error_by_stones(PREDICTED, TRUTH, stones) == pytest.approx({7: 0.625, 9: 7 / 3})


def test_the_rows_with_the_largest_errors_are_shown_first() -> None:
    rows = data().take(np.arange(100))
    found = evaluate_model("tables", rows)
    errors = [abs(miss.predicted - miss.truth) for miss in found.worst]
    assert errors == sorted(errors, reverse=True)
    assert len(errors) == 20
    assert errors[0] == max(abs(truth - value) for truth, value in found.points)
    moves = list(rows.need_boards().moves)
    assert all(rows.labels[moves.index(miss.moves)] == miss.truth for miss in found.worst)
    assert len(found.points) == 100, "all of few rows are in the chart"


def test_the_custom_accuracy_is_strict_at_the_borders() -> None:
    truth = np.array([1.0, -1.0, 0.0, 0.0, 5.0, -5.0, 5.0])
    predicted = np.array([1.0, -1.0, 0.5, 1.0, 2.0, -2.0, 1.0])
    assert my_test(predicted, truth) == pytest.approx(3 / 7)


def test_predictions_that_are_not_finite_are_refused() -> None:
    with pytest.raises(InvalidSetting, match="not finite"):
        measure(np.array([np.nan]), np.array([1.0]))
    with pytest.raises(InvalidSetting, match="no rows"):
        measure(np.zeros(0), np.zeros(0))
