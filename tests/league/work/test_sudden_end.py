"""A worker killed during compilations, trials, games, events and judging."""

import csv
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any

import pytest

from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.model.records import VersionState
from enraya.league.rank.event_results import places
from enraya.league.rank.grades import make_grades
from enraya.league.store.events import events
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event
from enraya.league.work.worker import Worker
from tests.league.making import (
    C_SOURCE,
    LEFTMOST,
    RIGHTMOST,
    enter_agent,
    games_of,
    join,
    make_league,
    submit,
)

pytestmark = pytest.mark.slow
PATIENCE = 180.0
KILLS = 10
CODE = """
import sys
from pathlib import Path
from enraya.league.work.worker import Worker
from enraya.league.store.store import LeagueStore
Worker(LeagueStore(Path(sys.argv[1])), engine="serial").run()
"""
GRADES = "from enraya.cli import main; main()"
GRADING = {"pairs": 6, "moves": 60, "bands": [[0.2, 2], [0.9, 1]],
           "event": "Final", "places": [2, 1]}  # fmt: skip


@contextmanager
def killed(store: LeagueStore) -> Iterator[None]:
    """A worker that is killed at the end of the block."""
    process = subprocess.Popen([sys.executable, "-c", CODE, str(store.folder)])
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(is_so: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < until, "the worker does nothing"
        sleep(0.005)


def progress(store: LeagueStore) -> tuple[object, ...]:
    """Everything that a worker changes."""
    states = tuple(version.state for version in store.versions.all())
    trials = sum(len(store.versions.trials(version.id)) for version in store.versions.all())
    return states, trials, store.arena.count(LADDER), len(store.arena.judged(LADDER))


def test_repeatedly_killing_a_worker_neither_loses_nor_doubles_anything(tmp_path: Path) -> None:
    rng = random.Random(2)  # noqa: S311  # only the moments of the kills
    with make_league(tmp_path / "ia", max_pairs=6) as store:
        teams = [join(store, name) for name in "ABC"]
        known: dict[tuple[int, int, int], str] = {}
        for kill in range(KILLS - 1):
            if kill % 3 == 0:
                team, mark = teams[kill // 3 % 3], f"{kill} {os.getpid()}"
                submit(store, team, C_SOURCE + f"// {mark}".encode(), "mine.c")
                submit(store, teams[0], RIGHTMOST + f"# {mark}".encode())
            before = progress(store)
            with killed(store):
                wait_until(lambda: progress(store) != before)  # noqa: B023  # used at once
                sleep(rng.uniform(0, 0.3))
            assert games_of(store).items() >= known.items()
            known = games_of(store)
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
        assert games_of(store).items() >= known.items()


def whole_pairs(store: LeagueStore) -> int:
    """How many pairs of games are complete, if all are; else none."""
    found = games_of(store)
    is_whole = all((second, first, opening) in found for first, second, opening in found)
    return len(found) // 2 if is_whole else 0


def made(folder: Path) -> LeagueStore:
    """A league whose games are the same whenever they are played, with an event that begins now."""
    store = make_league(folder, seconds=None, nodes=200, max_pairs=8, grading=GRADING)
    for name, spec in (("A", "random"), ("B", "level(1)"), ("C", "level(2)")):
        enter_agent(store, name, spec)
    plan_event(store, "Final", EventPlan(games=4, seed=3, with_baselines=True), time())
    return store


def is_done(store: LeagueStore) -> bool:
    (event,) = events(store)
    return event.state is EventState.PLAYED and all(grade.is_final for grade in make_grades(store))


def result(store: LeagueStore) -> dict[str, Any]:
    """Everything that must not depend on when a worker was killed."""
    (event,) = events(store)
    assert event.tournament is not None
    grades = [grade.to_object() for grade in make_grades(store)]
    for item in (item for grade in grades for item in grade["items"]):
        item["games"] = len(item["games"])  # their numbers follow from who was faster
    return {
        "event": {row.pairing: row.moves for _, row in store.arena.rows(event.tournament)},
        "places": places(store, event),
        "grades": grades,
    }


def everything(store: LeagueStore) -> set[Sequence[Any]]:
    """What is stored of games and judgements, which may only grow."""
    games = "SELECT tournament, first, second, opening, moves FROM games"
    return {*store.database.query(games), *store.database.query("SELECT * FROM judged")}


def test_events_and_judging_resume_where_a_killed_worker_stopped(tmp_path: Path) -> None:
    rng = random.Random(4)  # noqa: S311  # only the moments of the kills
    with made(tmp_path / "whole") as store:
        Worker(store, engine="serial").run(until=lambda: is_done(store))
        expected = result(store)
    with made(tmp_path / "killed") as store:
        known = everything(store)
        for _ in range(KILLS):
            with killed(store):
                wait_until(lambda: everything(store) > known or is_done(store))  # noqa: B023  # used at once
                sleep(rng.uniform(0, 0.05))
            found = everything(store)
            assert found >= known
            known = found
        Worker(store, engine="serial").run(until=lambda: is_done(store))
        assert result(store) == expected
        distinct = "SELECT count(*) FROM (SELECT DISTINCT tournament, first, second, opening "
        games = store.database.number("SELECT count(*) FROM games")
        assert store.database.number(f"{distinct} FROM games)") == games
        assert store.database.number("SELECT count(*) FROM tournaments") == 2
        starts = [one for one in store.log.actions() if one.action == "start event"]
        assert len(starts) == 1


def test_a_table_of_grades_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    made(tmp_path / "ia").close()
    table = tmp_path / "grades.csv"
    command = [sys.executable, "-c", GRADES, "league", "grades", "--out", str(table),
               "--folder", str(tmp_path / "ia")]  # fmt: skip
    started = monotonic()
    subprocess.run(command, check=True, capture_output=True)
    seconds, whole = monotonic() - started, table.read_text()
    assert len(list(csv.reader(whole.splitlines()))) == 1 + 3
    for part in (0.7, 0.85, 0.95, 1.0):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        sleep(part * seconds)
        process.kill()
        process.wait()
        assert table.read_text() == whole
    with LeagueStore(tmp_path / "ia") as store:
        assert [grade.team for grade in make_grades(store)] == [1, 2, 3]
