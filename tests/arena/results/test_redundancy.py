"""How much games repeat each other, counted batch by batch."""

from enraya.arena.plan.schedule import Pairing
from enraya.arena.results.survey import Repetition
from enraya.arena.store.game_row import encode_row
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.rules import parse_rules


def test_a_game_of_an_earlier_batch_is_repeated() -> None:
    seen = Repetition(parse_rules("classic"))
    same, other = (
        encode_row(Pairing(0, 1, 0), GameRecord.of(Position.parse(moves), ("a", "b")))
        for moves in ("4444", "4443")
    )
    seen.add([same], [0])
    seen.add([same, other], [0, 0])
    assert seen.repeated_games == 1
    assert seen.redundancy() == 1 - 5 / 12
