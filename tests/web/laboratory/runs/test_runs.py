"""The rows of long runs, and their snapshots."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

from enraya.web.laboratory.runs import tournaments as tournaments_module
from enraya.web.laboratory.runs.runs import TOURNAMENT, Run, RunQueue, State
from enraya.web.laboratory.runs.snapshots import FRESH_SECONDS, Snapshots
from enraya.web.laboratory.runs.tournaments import Tournaments
from enraya.web.laboratory.runs.training_runs import TrainingRuns
from enraya.web.laboratory.stores.uploads import Uploads
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents
from enraya.web.server.problems import Refusal

SETTINGS = {
    "agents": ["random", "greedy"], "names": ["random", "greedy"], "kind": "round-robin",
    "games": 2, "rules": "classic", "seed": 3, "seconds": 0.1, "reserve": 1.0,
    "opening_plies": 2, "max_bytes": 0,
}  # fmt: skip


def tournaments_in(folder: Path) -> Tournaments:
    uploads = Uploads(sqlite3.connect(":memory:"), folder / "agents", False)
    return Tournaments(
        folder,
        folder / "tournaments.sqlite",
        AllowedAgents(uploads, TrainingRuns(folder / "runs").find),
        1,
    )


def test_a_tournament_is_needed_while_a_run_shows_it(tmp_path: Path) -> None:
    queue = RunQueue(tmp_path, {})
    number = queue.add(TOURNAMENT, SETTINGS, tournament=7).id
    assert queue.get(TOURNAMENT, number).tournament == 7
    assert queue.needs_tournament(7)
    assert not queue.needs_tournament(8)
    with pytest.raises(Refusal, match="stop the run first"):
        queue.remove(TOURNAMENT, number)
    queue.stop(TOURNAMENT, number)
    queue.remove(TOURNAMENT, number)
    assert not queue.needs_tournament(7)
    queue.close()


def test_a_run_that_is_stopped_as_it_begins_stays_stopped(tmp_path: Path) -> None:
    def work(_: Run, check: Callable[[], None]) -> None:
        while True:  # until the queue stops it or is closed
            check()
            if is_closing.wait(0.001):
                return

    is_closing = Event()
    queue = RunQueue(tmp_path, {TOURNAMENT: work})
    queue.start()
    try:
        for attempt in range(300):
            number = queue.add(TOURNAMENT, SETTINGS).id
            sleep(attempt % 100 * 1e-5)
            queue.stop(TOURNAMENT, number)
            until = monotonic() + 20
            while queue.is_at_work(number):
                assert monotonic() < until, "a stop was missed"
            assert queue.get(TOURNAMENT, number).state == State.STOPPED
    finally:
        is_closing.set()
        queue.close()


def test_the_tournament_of_a_run_is_found_by_number(tmp_path: Path) -> None:
    tournaments = tournaments_in(tmp_path)
    entered = tournaments.enter(SETTINGS)
    run = Run(
        1, TOURNAMENT, {"agents": ["nobody knows it any more"]}, State.RUNNING, "", 1.0, entered.id
    )
    with tournaments.store() as store:
        assert tournaments.find(store, run) == entered


def test_a_tournament_is_played_judged_reported_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournaments, told = tournaments_in(tmp_path), list[list[int]]()
    entered = tournaments.enter(SETTINGS)
    run = Run(1, TOURNAMENT, SETTINGS | {"mistakes": True}, State.RUNNING, "", 1.0, entered.id)
    assert tournaments.report(run, {}) is None, "there is nothing to show"
    monkeypatch.setattr(tournaments_module, "judge_tournament", lambda *_, **__: None)
    tournaments.work(run, lambda: told.extend(tournaments.judged.values()))
    assert told == [[0, 2]], "how many games the perfect player is going to judge"
    assert tournaments.judged == {}
    with tournaments.store() as store:
        assert tournaments.find(store, run).finished
    page = tournaments.report(run, {})
    assert page is not None
    assert page.startswith("<!DOCTYPE html>")
    tournaments.forget(run)
    with tournaments.store() as store:
        assert store.tournaments() == []


RUN = Run(1, "evolution", {}, State.RUNNING, message="", created=0.0)


@pytest.mark.anyio
async def test_a_snapshot_is_shown_until_it_is_old_or_its_run_has_changed() -> None:
    clock, found = [100.0], iter(range(10))
    kept = Snapshots(lambda: clock[0])

    async def look(run: Run) -> int:
        return await kept.get(run, lambda: next(found))

    answers = [await look(RUN), await look(RUN)]
    clock[0] += 0.5
    changed = replace(RUN, state=State.FINISHED)
    answers += [await look(RUN), await look(replace(RUN, id=2)), await look(changed)]
    clock[0] += FRESH_SECONDS
    assert [*answers, await look(changed)] == [0, 0, 0, 1, 2, 3]
