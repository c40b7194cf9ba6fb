"""The moves that games of a store continued with from a position."""

import sqlite3
from pathlib import Path

from enraya.arena.store.continuations import Continuation, continuations
from enraya.arena.store.game_formats import import_games
from enraya.arena.store.store import Store
from enraya.game.position import Position
from enraya.game.record import GameRecord


def kept(path: Path, *games: str, rules: str = "classic") -> Store:
    """A store with these games."""
    store = Store(path)
    records = [
        GameRecord.of(Position.parse(moves, rules), ("one", f"other {place}"))
        for place, moves in enumerate(games)
    ]
    import_games(store, "\n".join(record.to_json() for record in records))
    return store


def test_games_are_counted_by_next_move_and_result(tmp_path: Path) -> None:
    with kept(tmp_path / "games.sqlite", "1212121", "1717171", "71212121", "72121212") as store:
        assert continuations(store, Position.start()) == [
            Continuation("1", 2, 2, 0, 0),
            Continuation("7", 2, 0, 0, 2),
        ]
        assert continuations(store, Position("1")) == [
            Continuation("2", 1, 1, 0, 0),
            Continuation("7", 1, 1, 0, 0),
        ]
        assert continuations(store, Position("1212121")) == []
        assert continuations(store, Position("33")) == []


def test_games_that_transpose_into_the_position_count(tmp_path: Path) -> None:
    with kept(tmp_path / "games.sqlite", "1212121", "121") as store:
        assert continuations(store, Position("121")) == [Continuation("2", 1, 1, 0, 0)]
    with kept(tmp_path / "other.sqlite", "4253761", "5243761", "2453761") as store:
        assert [found.games for found in continuations(store, Position("4253"))] == [2]
        assert continuations(store, Position("425376")) == [Continuation("1", 2, 0, 0, 0)]


def test_games_of_other_rules_do_not_count(tmp_path: Path) -> None:
    with kept(tmp_path / "games.sqlite", "1212121", rules="classic(columns=8, rows=8)") as store:
        assert continuations(store, Position.start()) == []
        large = Position.start("classic(columns=8, rows=8)")
        assert continuations(store, large) == [Continuation("1", 1, 1, 0, 0)]


def test_damaged_games_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    kept(path, "1212121", "1717171", "7171717", "1414141").close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE games SET moves = x'00ff' WHERE moves = '1717171'")
        database.execute("UPDATE games SET moves = '12xyzzy', winner = 9 WHERE moves = '7171717'")
        database.execute("UPDATE games SET moves = 1212121 WHERE moves = '1414141'")
    with Store(path) as store:
        assert sum(one.games for one in continuations(store, Position("1212"))) <= 2
        assert [one.move for one in continuations(store, Position("12"))] == ["1"]
