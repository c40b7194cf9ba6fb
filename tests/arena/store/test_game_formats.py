"""Games from elsewhere."""

from pathlib import Path

from enraya.arena.store.game_formats import import_games
from enraya.arena.store.store import Store
from enraya.game.position import Position
from enraya.game.record import GameRecord


def test_a_meeting_may_be_repeated_from_the_same_opening(tmp_path: Path) -> None:
    records = [
        GameRecord.of(Position.parse(moves), ("a", "b"), opening=opening)
        for opening, moves in (("", "1"), ("12", "123"), ("12", "124"), ("", "2"), ("12", "125"))
    ]
    with Store(tmp_path / "games.sqlite") as store:
        (tournament,) = import_games(store, "\n".join(record.to_json() for record in records))
        kept = [record for _, record in store.records(tournament)]
    assert sorted(record.moves for record in kept) == ["1", "123", "124", "125", "2"]
    assert all(record in records for record in kept)
