"""The contract of every heuristic of the registry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.errors import InvalidSetting, UnknownName
from enraya.game.position import Position
from enraya.heuristics import HEURISTICS, named_heuristic
from enraya.rules import RuleSet
from tests.strategies import RULES, positions

ONE_WAY = {"uam-h0", "uam-h1", "qmatic", "qmatic-plus"}
"""They walk the board in one direction, so left and right differ."""
ONE_SIDED = {"ugr-centre", "ugr-groups"}
"""Their authors do not subtract the opponent's stones near the centre."""


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(data=st.data())
def test_evaluations_of_the_two_players_add_up_to_zero(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    for name in HEURISTICS.keys() - ONE_SIDED:
        heuristic = named_heuristic(name)
        assert heuristic.evaluate(position, 1) == -heuristic.evaluate(position, 2), name


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(data=st.data())
def test_mirror_images_have_the_same_evaluation(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    for name in HEURISTICS.keys() - ONE_WAY:
        heuristic = named_heuristic(name)
        image = heuristic.evaluate(position.mirror(), 1)
        assert heuristic.evaluate(position, 1) == pytest.approx(image), name


@pytest.mark.parametrize("name", HEURISTICS)
def test_every_entry_has_a_summary_and_an_origin(name: str) -> None:
    entry = HEURISTICS[name]
    assert entry.summary
    assert entry.origin
    assert named_heuristic(name).name == name


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_won_game_evaluates_higher_than_an_undecided_one(name: str) -> None:
    heuristic = named_heuristic(name)
    won, undecided = Position.parse("1212121"), Position.parse("121212")
    assert heuristic.evaluate(won, 1) == heuristic.win > abs(heuristic.evaluate(undecided, 1))
    assert heuristic.evaluate(won, 2) == -heuristic.win


def value(name: str, moves: str, player: int = 1) -> float:
    return named_heuristic(name).evaluate(Position.parse(moves), player)


@pytest.mark.parametrize("switch", ["gaps", "heights", "diagonals", "weights", "crossings"])
def test_each_improvement_of_qmatic_can_be_switched_off(switch: str) -> None:
    games = ("4", "4354", "13243", "1231241352463", "17274", "33412732422")
    assert any(
        value("qmatic-plus", moves) != value(f"qmatic-plus({switch}=false)", moves)
        for moves in games
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rivset", "did you mean 'rivest'"),
        ("uam-h2(bas=3)", "did you mean 'base'"),
        ("uam-h2(base=x)", "must be a whole number"),
        ("uam-h2(base=0)", "must be from 1 to 100"),
        ("uam-h3(pairs=some)", "must be one of own, sum"),
        ("uam-h3(published=maybe)", "must be true or false"),
        ("ugr-centre(1)", "takes 0 parameters; it has: none"),
        ("uam-h2(2, base=3)", "given twice"),
    ],
)
def test_an_unknown_name_is_refused_with_the_list_of_valid_ones(text: str, words: str) -> None:
    with pytest.raises((UnknownName, InvalidSetting), match=words):
        named_heuristic(text)
