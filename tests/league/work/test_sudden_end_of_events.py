"""A worker that is killed while events are played and moves are judged, and grades half written."""

import csv
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any

import pytest

from enraya.league.model.event_plan import EventPlan, EventState
from enraya.league.rank.event_results import places
from enraya.league.rank.grades import make_grades
from enraya.league.store.events import events
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_calendar import plan_event
from enraya.league.work.worker import Worker
from tests.league.making import enter_agent, make_league
from tests.league.work.test_sudden_end import CODE, PATIENCE

KILLS = 10
GRADING = {"pairs": 6, "moves": 60, "bands": [[0.2, 2], [0.9, 1]],
           "event": "Final", "places": [2, 1]}  # fmt: skip
GRADES = "from enraya.cli import main; main()"


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


@pytest.mark.slow
def test_events_and_judging_go_on_where_a_killed_worker_left_them(tmp_path: Path) -> None:
    rng = random.Random(4)  # noqa: S311  # only the moments of the kills
    with made(tmp_path / "whole") as store:
        Worker(store, engine="serial").run(until=lambda: is_done(store))
        expected = result(store)
    with made(tmp_path / "killed") as store:
        known = everything(store)
        for _ in range(KILLS):
            process = subprocess.Popen([sys.executable, "-c", CODE, str(store.folder)])
            try:
                until = monotonic() + PATIENCE
                while len(everything(store)) == len(known) and not is_done(store):
                    assert monotonic() < until, "the worker does nothing"
                    sleep(0.005)
                sleep(rng.uniform(0, 0.05))
            finally:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
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


@pytest.mark.slow
def test_a_table_of_grades_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
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
