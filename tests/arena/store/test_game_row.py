"""A game as a row and as text: what it leaves out, and which rows no game can have."""

from pathlib import Path
from typing import Any

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.arena.store.game_formats import import_games
from enraya.arena.store.game_row import GameRow, encode_row, read_row
from enraya.arena.store.store import Store
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote

POSITION = Position.parse("1212121")
ROW = encode_row(Pairing(0, 1, 0), GameRecord.of(POSITION, ("one", "other")))


def row_with(note: MoveNote) -> GameRow:
    record = GameRecord.of(POSITION, ("one", "other"), notes=(note,) * 7)
    return encode_row(Pairing(0, 1, 0), record)


def test_what_nobody_noted_takes_no_space() -> None:
    assert ROW.notes == row_with(MoveNote(None, None, None)).notes == ""
    assert row_with(MoveNote(None, 5, None)).notes == '{"nodes": [5, 5, 5, 5, 5, 5, 5]}'


@pytest.mark.parametrize("change", [{}, {"first": 2}, {"second": 2}, {"second": 0}])
def test_every_agent_of_a_tournament_may_have_a_game(change: dict[str, Any]) -> None:
    read_row(ROW._replace(**change), agents=3)


@pytest.mark.parametrize(
    "change",
    [{"first": 3}, {"first": -1}, {"second": 3}, {"second": -1}, {"opening": -1}],
)
def test_agents_and_openings_that_do_not_exist_have_no_game(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no such game"):
        read_row(ROW._replace(**change), agents=3)


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
