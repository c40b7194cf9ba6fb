"""A worker that is killed in the middle of compilations, trials and games."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from enraya.league.model.records import VersionState
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from tests.league.making import C_SOURCE, LEFTMOST, RIGHTMOST, join, make_league, submit

PATIENCE = 180.0
KILLS = 9
CODE = """
import sys
from pathlib import Path
from enraya.league.work.worker import Worker
from enraya.league.store.store import LeagueStore
Worker(LeagueStore(Path(sys.argv[1])), engine="serial").run()
"""


def progress(store: LeagueStore) -> tuple[object, ...]:
    """Everything that a worker changes."""
    states = tuple(version.state for version in store.versions.all())
    trials = sum(len(store.versions.trials(version.id)) for version in store.versions.all())
    return states, trials, store.arena.count(LADDER), len(store.arena.judged(LADDER))


def wait_for_progress(store: LeagueStore) -> None:
    before, until = progress(store), monotonic() + PATIENCE
    while progress(store) == before:
        assert monotonic() < until, "the worker does nothing"
        sleep(0.01)


def games(store: LeagueStore) -> dict[tuple[int, int, int], str]:
    query = "SELECT first, second, opening, moves FROM games WHERE tournament = ?"
    return {(a, b, c): moves for a, b, c, moves in store.database.query(query, LADDER)}


@pytest.mark.slow
def test_a_worker_that_is_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    rng = random.Random(2)  # noqa: S311  # only the moments of the kills
    with make_league(tmp_path / "ia", max_pairs=6) as store:
        teams = [join(store, name) for name in "ABC"]
        known: dict[tuple[int, int, int], str] = {}
        for kill in range(KILLS):
            if kill % 3 == 0:
                team, mark = teams[kill // 3 % 3], f"{kill} {os.getpid()}"
                submit(store, team, C_SOURCE + f"// {mark}".encode(), "mine.c")
                submit(store, teams[0], RIGHTMOST + f"# {mark}".encode())
            process = subprocess.Popen([sys.executable, "-c", CODE, str(store.folder)])
            try:
                wait_for_progress(store)
                sleep(rng.uniform(0, 0.3))
            finally:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            assert games(store).items() >= known.items()
            known = games(store)
        submit(store, teams[1], LEFTMOST)
        worker = Worker(store, engine="serial")
        worker.run(until=lambda: not store.versions.queue() and whole_pairs(store) >= 10)
        assert not [v for v in store.versions.all() if v.state.is_waiting]
        assert {version.state for version in store.versions.all()} <= {
            VersionState.ACTIVE, VersionState.RETIRED, VersionState.REPLACED,
        }  # fmt: skip
        names = [player.name for player in store.players.all()]
        assert len(set(names)) == len(names)
        assert store.ladder.names == names
        assert games(store).items() >= known.items()


def whole_pairs(store: LeagueStore) -> int:
    """How many pairs of games are complete, if all are; else none."""
    found = games(store)
    is_whole = all((second, first, opening) in found for first, second, opening in found)
    return len(found) // 2 if is_whole else 0
