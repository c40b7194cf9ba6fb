"""The next job for each submission and its result, without running a submission."""

import json
from dataclasses import replace
from typing import Any

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.arena.play.jobs import play_order
from enraya.errors import StoreFailure
from enraya.league.model.records import VersionState
from enraya.league.store.content import keep
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work import jobs
from enraya.league.work.comparisons import begin_comparison
from enraya.league.work.jobs import (
    TRIALS,
    PlayJob,
    StepResult,
    SubmissionJob,
    one_game,
    perform,
)
from enraya.league.work.submission_source import SubmissionSource
from enraya.league.work.worker import Worker
from enraya.work import MOST_DEATHS
from tests.league.making import (
    LEFTMOST,
    add_version,
    do_next_job,
    enter_agent,
    join,
    next_job,
    submit,
    zipped,
)

pytestmark = pytest.mark.parametrize("changes", [{"seconds": None, "nodes": 100}])


def keep_next(source: SubmissionSource, result: StepResult) -> SubmissionJob:
    """Keeps a result of the next job."""
    job: SubmissionJob = next_job(source)
    assert source.next() is None, "one at a time"
    source.keep(job, result)
    return job


def compiled(store: LeagueStore) -> SubmissionSource:
    """The queue after the next version was found to be a source, and was compiled."""
    source = SubmissionSource(store)
    keep_next(source, StepResult(VersionState.CHECKED, spec="random"))
    assert state_of(store) is VersionState.CHECKED
    keep_next(source, StepResult(VersionState.COMPILED))
    assert state_of(store) is VersionState.COMPILED
    return source


def trial_of(store: LeagueStore, number: int) -> SubmissionJob:
    """A trial game of a version that is called random."""
    submit(store, join(store, "A"))
    job: SubmissionJob = next_job(compiled(store))
    return job._replace(trial=number)


def state_of(store: LeagueStore) -> VersionState:
    return store.versions.all()[-1].state


def test_a_version_is_checked_compiled_and_tried_on_both_sides_before_it_plays(
    store: LeagueStore,
) -> None:
    submit(store, join(store, "A"))
    source = compiled(store)
    tried = []
    for _ in range(TRIALS):
        assert len(store.players.all()) == 2
        job = keep_next(source, StepResult(VersionState.ACTIVE, game="{}"))
        tried.append((job.trial, job.side, job.trial_game.orders[0].names))
    assert tried == [
        (0, 1, ("random", "random")), (1, 2, ("random", "random")),
        (2, 1, ("random", "level(1)")), (3, 2, ("level(1)", "random")),
    ]  # fmt: skip
    assert state_of(store) is VersionState.ACTIVE
    assert store.players.all()[-1].name == "team 1 v1"
    assert source.next() is None


def test_the_last_trial_is_played_again_when_only_its_end_was_lost(store: LeagueStore) -> None:
    version = submit(store, join(store, "A"))
    source = compiled(store)
    with store.database.transaction():
        for number in range(TRIALS):
            store.versions.add_trial(version.id, number, "{}")
    job = next_job(source)
    assert job.trial == TRIALS - 1


@pytest.mark.parametrize("state", [VersionState.REJECTED, VersionState.FAILED])
def test_a_version_with_a_fault_is_rejected_with_a_reason_naming_its_file(
    store: LeagueStore, state: VersionState
) -> None:
    submit(store, join(store, "A"), file="ana.py")
    said = "'/srv/ia/unpacked/8c01/agent.py' is too long"
    keep_next(SubmissionSource(store), StepResult(state, said))
    assert state_of(store) is state
    assert store.versions.all()[-1].reason == "'ana.py' is too long"
    assert len(store.players.all()) == 2


def test_an_archive_with_a_folder_named_like_the_agent_does_not_block_the_queue(
    store: LeagueStore,
) -> None:
    """It is refused when it is sent; earlier versions of enraya kept it."""
    version = submit(store, join(store, "A"))
    digest = keep(store.folder, zipped({"main.py": LEFTMOST, "agent.py/x.txt": b""}))
    write = "UPDATE versions SET digest = ?, file = 'mine.zip' WHERE id = ?"
    store.database.write(write, digest, version.id)
    source = SubmissionSource(store)
    do_next_job(source)
    assert state_of(store) is VersionState.REJECTED
    assert "the archive needs the name 'agent.py'" in store.versions.all()[-1].reason
    assert source.next() is None


def test_a_version_replaced_in_the_meantime_does_not_play(store: LeagueStore) -> None:
    team = join(store, "A")
    submit(store, team)
    source = compiled(store)
    for _ in range(TRIALS - 1):
        keep_next(source, StepResult(VersionState.ACTIVE, game="{}"))
    last = next_job(source)
    submit(store, team)
    source.keep(last, StepResult(VersionState.ACTIVE, game="{}"))
    assert store.versions.all()[0].state is VersionState.REPLACED
    assert len(store.players.all()) == 2


def test_a_job_that_repeatedly_kills_its_process_is_given_up(store: LeagueStore) -> None:
    submit(store, join(store, "A"))
    source = SubmissionSource(store)
    for lost in range(MOST_DEATHS):
        assert state_of(store) is VersionState.RECEIVED, lost
        job = next_job(source)
        source.lost(job)
    assert state_of(store) is VersionState.FAILED
    assert source.next() is None


@pytest.mark.parametrize(
    ("number", "agents"), [(2, ["submission", "level(1)"]), (3, ["level(1)", "submission"])]
)
def test_a_trial_game_calls_the_version_a_submission(
    store: LeagueStore, number: int, agents: list[str]
) -> None:
    answer: Any = perform(trial_of(store, number)).answer
    assert answer.state is VersionState.ACTIVE
    assert json.loads(answer.game)["agents"] == agents


@pytest.mark.parametrize(
    ("number", "winner", "state"),
    [
        (0, 2, VersionState.REJECTED),
        (1, 1, VersionState.REJECTED),
        (0, 1, VersionState.FAILED),
        (1, 2, VersionState.FAILED),
    ],
)
def test_a_fault_in_a_trial_game_is_blamed_on_the_side_that_lost(
    store: LeagueStore,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    winner: int,
    state: VersionState,
) -> None:
    job = trial_of(store, number)
    game = job.trial_game
    failed = replace(play_order(game.orders[0], game), winner=winner, reason="it crashed")
    monkeypatch.setattr(jobs, "play_order", lambda *_: failed)
    answer: Any = perform(job).answer
    assert (answer.state, answer.reason) == (state, "it crashed")


def test_no_agent_loses_because_another_machine_lacks_its_file(store: LeagueStore) -> None:
    specs = ("random", "file:/nowhere/agent.py")
    game = one_game(Pairing(0, 1, 0), specs, "", 5, store.settings, store.folder)
    with pytest.raises(StoreFailure, match=r"has no file '/nowhere/agent\.py'"):
        perform(PlayJob(LADDER, game))


def test_one_job_in_four_is_a_ladder_game_even_with_a_long_queue(store: LeagueStore) -> None:
    for number in range(7):
        submit(store, join(store, f"T{number}"))
    worker = Worker(store, engine="serial")
    kinds = [type(worker.next()) for _ in range(8)]
    assert kinds == [*[SubmissionJob] * 3, PlayJob, *[SubmissionJob] * 3, PlayJob]


def test_comparisons_and_the_ladder_take_turns(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(1)")
    made = begin_comparison(store, *store.versions.all(team))
    worker = Worker(store, engine="serial")
    given = [worker.next() for _ in range(4)]
    assert [job.tournament for job in given if isinstance(job, PlayJob)] == [
        made.tournament, LADDER, made.tournament, LADDER,
    ]  # fmt: skip
