"""What the perfect player says, as it goes over the wire."""

import pytest

from enraya.solver.analysis import EstimatedMove
from enraya.web.server.solving.analysis_schemas import MoveEstimate


@pytest.mark.parametrize(
    ("move", "outcome"),
    [
        (EstimatedMove(3.2), None),
        (EstimatedMove(None, 1, 5), "win"),
        (EstimatedMove(None, -1, 6), "loss"),
    ],
)
def test_a_search_that_sees_the_end_says_who_wins(move: EstimatedMove, outcome: str | None) -> None:
    found = MoveEstimate.of(move)
    assert (found.value, found.outcome, found.plies) == (move.value, outcome, move.plies)
