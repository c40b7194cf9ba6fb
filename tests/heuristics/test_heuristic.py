"""The numbers that heuristics give."""

import pytest

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.heuristics import PythonHeuristic, named_heuristic
from enraya.heuristics.heuristic import NoNumber
from enraya.models import shipped_heuristic
from enraya.rules import parse_rules


def test_no_value_is_a_negative_zero() -> None:
    assert str(named_heuristic("threats").evaluate(Position.start("desconecta"), 1)) == "0.0"


@pytest.mark.parametrize("answer", [None, "many", float("nan"), [1]])
def test_what_is_no_number_is_named(answer: object) -> None:
    heuristic = PythonHeuristic("odd", lambda _: answer)  # type: ignore[arg-type,return-value]
    with pytest.raises(NoNumber):
        heuristic.evaluate(Position.start(), 1)


def test_a_model_values_the_game_it_was_made_for_only() -> None:
    model = shipped_heuristic("ntuple")
    model.check_rules(parse_rules("classic"))
    with pytest.raises(InvalidSetting):
        model.check_rules(parse_rules("boom"))
    named_heuristic("threats").check_rules(parse_rules("boom"))


@pytest.mark.parametrize(("moves", "worth"), [("1212121", 1_000_000.0), ("31212121", -1_000_000.0)])
def test_a_decided_game_is_worth_a_win_or_a_loss(moves: str, worth: float) -> None:
    heuristic = named_heuristic("threats")
    position = Position.parse(moves)
    assert heuristic.evaluate(position, 1) == worth == -heuristic.evaluate(position, 2)
