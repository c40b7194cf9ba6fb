"""Statistics and thoughts in the schemas of the API."""

from enraya import Position
from enraya.agents import Choice
from enraya.web.laboratory.routes.schemas import Figure, PlayerStatistics, Thinking
from enraya.web.laboratory.stores.games import KeptGame
from enraya.web.server.schemas import PositionState


def test_thoughts_stored_by_older_versions_can_still_be_read() -> None:
    old = Thinking.of(Choice(4, columns=({"move": 4, "visits": 3},))).model_dump()
    del old["stopped"], old["columns"][0]["uct"]
    assert Thinking(**old) == Thinking.of(Choice(4, columns=({"move": 4, "visits": 3},)))


def test_a_statistic_has_the_last_value_and_the_mean() -> None:
    assert Figure.of([1.0, 3.0, None]) == Figure(last=None, mean=2.0)
    assert Figure.of([None, 1.0, 3.0]) == Figure(last=3.0, mean=2.0)
    assert Figure.of([None, None]) is None


def test_all_moves_of_a_turn_count_for_its_player() -> None:
    note = Thinking.of(Choice(4, nodes=7)).model_dump()
    position = Position.parse("44555", "boom")
    notes = dict.fromkeys((2, 3, 4), note)
    game = KeptGame("id", 0, position, "", "", ("human", "random"), 1.0, 1, notes)
    found = PlayerStatistics.all_of(game)
    assert [(each.player, each.moves) for each in found] == [(1, 1), (2, 2)]


def test_bombs_cannot_explode_after_the_game() -> None:
    before = PositionState.of(Position.parse("55654453667472", "boom"))
    assert before.can_explode
    assert [bomb.can_explode for bomb in before.bombs] == [False, True]
    after = PositionState.of(Position.parse("55654453667472B", "boom"))
    assert after.over
    assert not after.can_explode
    assert not any(bomb.can_explode for bomb in after.bombs)
