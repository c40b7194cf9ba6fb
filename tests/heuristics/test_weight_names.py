"""The weights of heuristics, by name and in specifications."""

import pytest

from enraya.game.position import Position
from enraya.heuristics import HEURISTICS, named_heuristic
from enraya.heuristics.ours import HAND_SET
from enraya.heuristics.weight_names import weights_by_name, with_weights

GAMES = ("4", "4354", "13243", "1231241352463", "17274", "33412732422", "443355", "42676244713")
WEIGHTED = [name for name, entry in HEURISTICS.items() if entry.weights]
WEIGHTS = [(name, weight.name) for name in WEIGHTED for weight in HEURISTICS[name].weights]


def values(text: str) -> list[float]:
    heuristic = named_heuristic(text)
    return [heuristic.evaluate(Position.parse(moves), 1) for moves in GAMES]


@pytest.mark.parametrize("name", WEIGHTED)
def test_the_default_weights_written_out_change_nothing(name: str) -> None:
    text = with_weights(name, weights_by_name(name))
    assert values(text) == values(name)
    assert weights_by_name(text) == weights_by_name(name)


@pytest.mark.parametrize(("name", "weight"), WEIGHTS)
def test_every_weight_matters(name: str, weight: str) -> None:
    defaults = weights_by_name(name)
    more = with_weights(name, {weight: 3 * defaults[weight] + 7})
    assert values(more) != values(name)
    changed = weights_by_name(more)
    assert {key for key in defaults if changed[key] != defaults[key]} == {weight}


def test_missing_weights_are_derived_from_the_other_parameters() -> None:
    listed = " ".join(str(parameter) for parameter in HEURISTICS["uam-h2"].parameters)
    assert listed == "base=10 one=10 two=100 three=1000"
    assert with_weights("rivest(1, 10, 50)", {"two": 12}) == "rivest(one=1, three=50, two=12)"
    assert weights_by_name("uam-h2(base=3, two=5)") == {"one": 3, "two": 5, "three": 27}
    assert weights_by_name("qmatic-plus(gaps=false)")["gap_two"] == 0


def test_tuning_did_not_change_the_evaluation_of_bomb_games() -> None:
    for rules in ("boom", "desconecta"):
        for moves in ("4", "44453", "4445367"):
            position = Position.parse(moves, rules)
            tuned, by_hand = (named_heuristic(text) for text in ("threats", HAND_SET))
            assert tuned.evaluate(position, 1) == by_hand.evaluate(position, 1)
