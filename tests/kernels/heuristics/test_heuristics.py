"""Every compiled heuristic against a slow, obvious twin."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from enraya.kernels.core.compile import interpreted
from enraya.kernels.heuristics.evaluator import Context
from enraya.rules import RuleSet
from tests.heuristics.twin import TWINS
from tests.kernels.support import sized
from tests.strategies import RULES, positions

EXAMPLES = sized(40, 4)


@pytest.mark.parametrize("rules", RULES, ids=str)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_heuristics_agree_with_their_twins(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules).filter(lambda position: not position.is_over))
    for name, twin in TWINS.items():
        for player in (1, 2):
            assert named_heuristic(name).evaluate(position, player) == twin(position, player), name


@pytest.mark.parametrize("name", [*TWINS, "threats", "qmatic-plus"])
@pytest.mark.parametrize("moves", ["", "4453", "1231241352463", "44444322"])
def test_compiled_and_interpreted_agree(name: str, moves: str) -> None:
    position, heuristic = Position.parse(moves), named_heuristic(name)
    context = Context(*position.rules.kernel_geometry)
    context.weights = heuristic.weights
    found = interpreted(heuristic.kernel)(context, position.kernel_board, 0)
    assert found == heuristic.evaluate(position, 1)
