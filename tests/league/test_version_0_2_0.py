"""A league that version 0.2.0 wrote opens with the same grades, and goes on with the same games.

``version_0_2_0/league.sql`` is its file as SQL; ``expected.json`` has what 0.2.0 said of it, then
the 12 games that 0.2.0 played next and what it said after them.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from enraya.league.rank.grades import make_grades
from enraya.league.rank.ranking import ranking_rows
from enraya.league.rank.results import read_results
from enraya.league.store.content import keep
from enraya.league.store.schema import FILE_NAME, LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import LEFTMOST, RIGHTMOST

WRITTEN = Path(__file__).parent / "version_0_2_0"
EXPECTED = json.loads((WRITTEN / "expected.json").read_text(encoding="utf-8"))
SUBMITTED = (LEFTMOST, LEFTMOST + b"# changed\n", RIGHTMOST)
_GAMES = (
    "SELECT first, second, opening, moves, seed FROM games WHERE tournament = ? ORDER BY id "
    "LIMIT -1 OFFSET ?"
)


def write_league(folder: Path) -> LeagueStore:
    for content in SUBMITTED:
        keep(folder, content)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.executescript((WRITTEN / "league.sql").read_text(encoding="utf-8"))
    return LeagueStore(folder)


def said_of(store: LeagueStore) -> dict[str, Any]:
    return {
        "ranking": ranking_rows(store, read_results(store)),
        "grades": [grade.to_object() for grade in make_grades(store)],
    }


def test_an_old_league_keeps_its_ranking_and_grades_and_continues_its_games(
    tmp_path: Path,
) -> None:
    with write_league(tmp_path) as store:
        before = json.loads(json.dumps(said_of(store)))
        assert before == EXPECTED["before"]
        known, after = store.arena.count(LADDER), EXPECTED["after"]
        games = after.pop("games")
        most = known + len(games)
        Worker(store, engine="serial").run(until=lambda: store.arena.count(LADDER) >= most)
        played = [list(row) for row in store.database.query(_GAMES, LADDER, known)]
        assert played == games
        assert json.loads(json.dumps(said_of(store))) == after
