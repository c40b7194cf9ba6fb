"""Positions and the slow twin agree after every move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.game.position import Position
from enraya.kernels.core.board import UNDECIDED
from enraya.rules import RuleSet
from tests.strategies import RULES, choices, make_twin, walk
from tests.twin import Twin


def assert_agreement(position: Position, twin: Twin) -> None:
    winner, is_over = twin.winner(), twin.winner() is not None
    assert position.rows_from_bottom == twin.rows_from_bottom()
    for player in (1, 2):
        places = [(cell.column - 1, cell.row - 1) for cell in position.stones(player)]
        assert places == [p for p in twin.places() if twin.owner(p) == player]
    assert position.legal_moves == (() if is_over else tuple(twin.open_moves()))
    assert (position.mover, position.round) == (twin.active, twin.round)
    assert position.bombs == (twin.has_bomb[1], twin.has_bomb[2])
    assert position.can_explode == twin.has_bomb[twin.active]
    assert position.next_is_bomb == (twin.next_is_bomb() and not is_over)
    assert position.is_over == is_over
    assert position.result == (UNDECIDED if winner is None else winner)
    outcome = position.outcome
    if outcome is None:
        assert not is_over
    else:
        assert (outcome.winner, outcome.ending) == (winner, twin.ending())
        assert set(outcome.cells) == twin.line_cells()


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(data=st.data())
def test_position_agrees_with_the_twin_after_every_move(
    rules: RuleSet, data: st.DataObject
) -> None:
    twin = make_twin(rules)
    assert_agreement(Position.start(rules), twin)
    for move, position in walk(rules, data.draw(choices())):
        twin.play(move)
        assert_agreement(position, twin)
        last = position.last_cell
        if isinstance(move, str):
            assert last is None
        else:
            assert last == (move, twin.height(move - 1))
