"""Our own evaluation in games of other rules."""

import pytest

from enraya.heuristics import named_heuristic
from enraya.kernels.heuristics.threats import AT_ONCE, SIGN
from enraya.rules import parse_rules


@pytest.mark.parametrize(("rules", "counts"), [("boom", True), ("desconecta", False)])
def test_a_line_that_can_be_made_at_once_counts_where_it_wins(rules: str, counts: bool) -> None:
    heuristic = named_heuristic("threats")
    assert heuristic.fit is not None
    weights = heuristic.fit(parse_rules(rules), heuristic.weights)
    assert (weights[AT_ONCE] > 0) == counts
    assert (weights[SIGN] > 0) == counts
