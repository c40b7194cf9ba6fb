"""Small leagues, and agents for them."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from enraya.arena.store.game_row import GameRow
from enraya.league.model.ladder import LadderPair, pairings_of
from enraya.league.model.records import Version
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.jobs import perform
from enraya.league.work.submissions import receive
from enraya.league.work.worker import JobSource, Worker

SMALL = LeagueSettings(
    "IA 2026", rules="classic(columns=5, rows=4)", seconds=5.0, openings=10, opening_plies=2,
    baselines=("random", "level(1)"),
)  # fmt: skip
LEFTMOST = b"def choose(position, limit):\n    return position.legal_moves[0]\n"
RIGHTMOST = b"def choose(position, limit):\n    return position.legal_moves[-1]\n"
C_SOURCE = rb"""
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        int heights[9] = {0};
        for (char *c = line; *c >= '1' && *c <= '9'; c++) heights[*c - '1']++;
        for (int column = 0; column < 5; column++)
            if (heights[column] < 4) { printf("%d\n", column + 1); break; }
        fflush(stdout);
    }
}
"""
_numbers = count()


def make_league(folder: Path, **changes: Any) -> LeagueStore:
    """A league on a small board."""
    return LeagueStore.create(folder, replace(SMALL, **changes))


def join(store: LeagueStore, name: str) -> int:
    """A new team; returns its number."""
    with store.database.transaction():
        return store.teams.add(name, "", [], most=100, who="join link").id


def submit(
    store: LeagueStore, team: int, content: bytes = LEFTMOST, file: str = "mine.py"
) -> Version:
    """A new version of a team."""
    return receive(store, team, file, content, f"request {next(_numbers)}")


def zipped(
    files: Mapping[str, bytes] | Iterable[tuple[str | zipfile.ZipInfo, bytes]],
    method: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """An archive of files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for path, data in files.items() if isinstance(files, Mapping) else files:
            archive.writestr(path, data)
    return made.getvalue()


def enter_agent(store: LeagueStore, name: str, spec: str) -> int:
    """A new team for which one of our own agents plays: quick, and of known strength."""
    team = join(store, name)
    add_version(store, team, spec)
    return team


def add_version(store: LeagueStore, team: int, spec: str) -> None:
    """A later version of a team for which one of our own agents plays."""
    version = submit(store, team, f"# {team} {spec}\n".encode() + LEFTMOST)
    with store.database.transaction():
        store.database.execute(
            "UPDATE versions SET state = 'active', spec = ? WHERE id = ?", spec, version.id
        )
        store.players.activate(store.versions.get(version.id))


def games_of(store: LeagueStore) -> dict[tuple[int, int, int], str]:
    """The moves of the games of the ladder, by their players' places and their openings."""
    query = "SELECT first, second, opening, moves FROM games WHERE tournament = ?"
    return {(a, b, c): moves for a, b, c, moves in store.database.query(query, LADDER)}


def next_job(source: JobSource) -> Any:
    """The next job of a source that has one."""
    job = source.next()
    assert job is not None
    return job


def do_next_job(source: JobSource) -> Any:
    """Does the next job of a source and keeps what came of it; returns the job."""
    job, answer = perform(next_job(source))
    source.keep(job, answer)
    return job


def work_until(store: LeagueStore, games: int) -> None:
    """Lets a worker work until the ladder has this many games."""
    Worker(store, engine="serial").run(until=lambda: store.arena.count(LADDER) >= games)


def add_pair(
    store: LeagueStore,
    one: int,
    other: int,
    number: int,
    winners: tuple[int, int],
    end: str = "line",
) -> list[int]:
    """A pair of invented games: the lower of two places is first in the first of them.

    Returns:
        Their numbers.
    """  # fmt: skip
    both = pairings_of(LadderPair(one, other, number), store.players.all(), store.settings)
    rows = [
        GameRow(*game, winner, end, "1" * 20, 20, 1, "", 10, 8, None, None, None, None, "")
        for game, winner in zip(both, winners, strict=True)
    ]
    store.arena.add_games(LADDER, rows)
    last = store.database.number("SELECT max(id) FROM games")
    return [last - 1, last]
