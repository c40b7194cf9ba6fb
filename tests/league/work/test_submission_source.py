"""What is done next for each submission, and what comes of it, without running any."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from enraya.arena.plan.schedule import Pairing
from enraya.arena.play.jobs import GameJob, play_order
from enraya.errors import StoreFailure
from enraya.league.model.records import VersionState
from enraya.league.store.content import keep
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work import jobs
from enraya.league.work.comparisons import begin_comparison
from enraya.league.work.jobs import (
    CheckJob,
    CompileJob,
    PlayJob,
    StepResult,
    TrialJob,
    Whose,
    one_game,
    perform,
)
from enraya.league.work.submission_source import TRIALS, SubmissionSource
from enraya.league.work.worker import Worker
from enraya.work import MOST_DEATHS
from tests.league.making import (
    LEFTMOST,
    add_version,
    enter_agent,
    join,
    make_league,
    submit,
    zipped,
)

Step = TypeVar("Step", CheckJob, CompileJob, TrialJob)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LeagueStore]:
    with make_league(tmp_path / "ia", seconds=None, nodes=100) as made:
        yield made


def keep_next(source: SubmissionSource, kind: type[Step], result: StepResult) -> Step:
    """Keeps a result of the next job, which is of this kind."""
    job = source.next()
    assert isinstance(job, kind)
    assert source.next() is None, "one at a time"
    source.keep(job, result)
    return job


def compiled(store: LeagueStore) -> SubmissionSource:
    """The queue after the next version was found to be a source, and was compiled."""
    source = SubmissionSource(store)
    keep_next(source, CheckJob, StepResult(spec="random"))
    keep_next(source, CompileJob, StepResult())
    return source


def game_of(store: LeagueStore, *specs: str) -> GameJob:
    """A game of two agents from the empty board."""
    first, second = specs
    return one_game(Pairing(0, 1, 0), (first, second), "", 5, store.settings, store.folder)


def state_of(store: LeagueStore) -> VersionState:
    return store.versions.all()[-1].state


def test_a_version_is_checked_compiled_and_tried_on_both_sides_before_it_plays(
    store: LeagueStore,
) -> None:
    submit(store, join(store, "A"))
    source = compiled(store)
    assert state_of(store) is VersionState.COMPILED
    tried = []
    for _ in range(TRIALS):
        assert len(store.players.all()) == 2
        job = keep_next(source, TrialJob, StepResult(game="{}"))
        tried.append((job.number, job.side, job.game.orders[0].names))
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
    job = source.next()
    assert isinstance(job, TrialJob)
    assert job.number == TRIALS - 1


@pytest.mark.parametrize(
    ("whose", "state"), [(Whose.AUTHOR, VersionState.REJECTED), (Whose.OURS, VersionState.FAILED)]
)
def test_a_fault_ends_the_way_of_a_version_and_names_its_file(
    store: LeagueStore, whose: Whose, state: VersionState
) -> None:
    submit(store, join(store, "A"), file="ana.py")
    source = SubmissionSource(store)
    said = "'/srv/ia/unpacked/8c01/agent.py' is too long"
    keep_next(source, CheckJob, StepResult(whose, said))
    assert state_of(store) is state
    assert store.versions.all()[-1].reason == "'ana.py' is too long"
    assert len(store.players.all()) == 2


def test_an_archive_with_a_folder_called_like_the_agent_does_not_stop_the_queue(
    store: LeagueStore,
) -> None:
    """It is refused when it is sent; earlier versions of enraya kept it."""
    version = submit(store, join(store, "A"))
    digest = keep(store.folder, zipped({"main.py": LEFTMOST, "agent.py/x.txt": b""}))
    write = "UPDATE versions SET digest = ?, file = 'mine.zip' WHERE id = ?"
    store.database.write(write, digest, version.id)
    source = SubmissionSource(store)
    job = source.next()
    assert isinstance(job, CheckJob)
    answer = perform(job).answer
    assert isinstance(answer, StepResult)
    source.keep(job, answer)
    assert state_of(store) is VersionState.REJECTED
    assert "the archive needs the name 'agent.py'" in store.versions.all()[-1].reason
    assert source.next() is None


def test_a_version_that_was_replaced_meanwhile_does_not_play(store: LeagueStore) -> None:
    team = join(store, "A")
    submit(store, team)
    source = compiled(store)
    for _ in range(TRIALS - 1):
        keep_next(source, TrialJob, StepResult(game="{}"))
    last = source.next()
    assert isinstance(last, TrialJob)
    submit(store, team)
    source.keep(last, StepResult(game="{}"))
    assert store.versions.all()[0].state is VersionState.REPLACED
    assert len(store.players.all()) == 2


def test_a_job_that_ends_its_process_again_and_again_is_given_up(store: LeagueStore) -> None:
    submit(store, join(store, "A"))
    source = SubmissionSource(store)
    for lost in range(MOST_DEATHS):
        assert state_of(store) is VersionState.RECEIVED, lost
        job = source.next()
        assert isinstance(job, CheckJob)
        source.lost(job)
    assert state_of(store) is VersionState.FAILED
    assert source.next() is None


@pytest.mark.parametrize("side", [1, 2])
def test_a_trial_game_calls_the_version_a_submission(store: LeagueStore, side: int) -> None:
    answer = perform(TrialJob(1, 0, side, game_of(store, "random", "level(1)"))).answer
    assert isinstance(answer, StepResult)
    assert answer.whose is Whose.NOBODY
    agents = ["submission", "level(1)"] if side == 1 else ["random", "submission"]
    assert json.loads(answer.game)["agents"] == agents


@pytest.mark.parametrize(
    ("side", "winner", "whose"),
    [(1, 2, Whose.AUTHOR), (2, 1, Whose.AUTHOR), (1, 1, Whose.OURS), (2, 2, Whose.OURS)],
)
def test_a_fault_in_a_trial_game_is_that_of_the_side_that_lost_by_it(
    store: LeagueStore, monkeypatch: pytest.MonkeyPatch, side: int, winner: int, whose: Whose
) -> None:
    game = game_of(store, "random", "random")
    failed = replace(play_order(game.orders[0], game), winner=winner, reason="it crashed")
    monkeypatch.setattr(jobs, "play_order", lambda *_: failed)
    answer = perform(TrialJob(1, 0, side, game)).answer
    assert isinstance(answer, StepResult)
    assert (answer.whose, answer.reason) == (whose, "it crashed")


def test_no_agent_loses_because_its_file_is_on_another_machine(store: LeagueStore) -> None:
    game = game_of(store, "random", "file:/nowhere/agent.py")
    with pytest.raises(StoreFailure, match=r"has no file '/nowhere/agent\.py'"):
        perform(PlayJob(LADDER, game))


def test_one_job_in_four_is_the_ladders_however_long_the_queue_is(store: LeagueStore) -> None:
    for number in range(7):
        submit(store, join(store, f"T{number}"))
    worker = Worker(store, engine="serial")
    kinds = [type(worker.next()) for _ in range(8)]
    assert kinds == [*[CheckJob] * 3, PlayJob, *[CheckJob] * 3, PlayJob]


def test_comparisons_and_the_ladder_take_turns(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(1)")
    made = begin_comparison(store, *store.versions.all(team))
    worker = Worker(store, engine="serial")
    given = [worker.next() for _ in range(4)]
    assert [job.tournament for job in given if isinstance(job, PlayJob)] == [
        made.tournament, LADDER, made.tournament, LADDER,
    ]  # fmt: skip
