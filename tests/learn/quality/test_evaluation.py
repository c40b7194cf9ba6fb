"""Where models err: the worst rows first."""

import numpy as np

from enraya.learn.quality.evaluation import evaluate_model
from tests.learn.support import data


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
