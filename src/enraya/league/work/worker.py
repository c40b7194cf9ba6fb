"""The main loop of a worker: it gives jobs to processes and stores their results.

Jobs in progress are not stored. However the program ends, all results that had come back are kept,
and the next start does the other jobs again, with the same seeds.
"""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event
from time import monotonic
from typing import Any, Protocol

from enraya.errors import EnrayaError, StoreFailure
from enraya.league.rank.ranking import publish_ranking
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_source import ComparisonSource, EventSource
from enraya.league.work.jobs import Job, perform
from enraya.league.work.ladder_source import JudgingSource, LadderSource
from enraya.league.work.submission_source import SubmissionSource
from enraya.league.work.submissions import unpack_missing
from enraya.league.work.watched_games import forget_watched
from enraya.work import stream_jobs

IDLE_SECONDS = 0.5
"""How long to wait before looking for work again when there is none."""
LADDER_TURN = 4
"""Once in this many jobs, comparisons, judging and the ladder come before everything else."""
PUBLISH_SECONDS = 3.0
"""How long to wait at least between two updates of the ranking while jobs are coming back."""
_LONGEST_SECONDS = 30.0
"""The longest wait after repeated errors."""


class WorkerStopped(Exception):
    """The worker was told to stop."""


class JobSource(Protocol):
    """A source of jobs of one kind, which also stores their results."""

    def next(self) -> Job | None:
        """The next job, or None."""

    def keep(self, job: Any, answer: Any) -> None:
        """Stores the result of a job."""

    def lost(self, job: Any) -> None:
        """Takes back a job that failed, to be tried again or given up."""


class Worker:
    """Runs the jobs of a league and stores their results.

    Args:
        store: of the league.
        engine: where jobs run: ``serial``, ``processes`` or ``ray``.
        workers: how many jobs run at once; one per core by default.
        complain: called with a message for the operator when something goes wrong.
        stop: an event that stops the worker when it is set.
    """

    def __init__(
        self,
        store: LeagueStore,
        *,
        engine: str = "processes",
        workers: int | None = None,
        complain: Callable[[str], None] = lambda _: None,
        stop: Event | None = None,
    ) -> None:
        self._store, self._engine, self._workers = store, engine, workers
        self._complain = complain
        self._stop = stop or Event()
        self._begin()

    def _begin(self) -> None:
        """Reads the state of the league from the store; jobs in progress are forgotten."""
        unpack_missing(self._store)
        forget_watched(self._store.folder)
        self._ladder = LadderSource(self._store)
        self._first: list[JobSource] = [SubmissionSource(self._store), EventSource(self._store)]
        comparisons, judging = ComparisonSource(self._store), JudgingSource(self._store)
        self._in_turn: list[JobSource] = [comparisons, judging, self._ladder]
        """The sources that take turns; the one whose last job is longest ago comes first."""
        self._out: list[tuple[Job, JobSource]] = []
        self._published, self._is_stale = 0.0, False
        self._turn = 0

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Works until it is told to stop or ``until`` returns true."""
        pause = IDLE_SECONDS
        while not self._stop.is_set():
            try:
                done = self._work_off(until)
                pause = IDLE_SECONDS
            except WorkerStopped:
                return
            except EnrayaError as error:
                self._complain(str(error))
                self._recover(error)
                pause = min(2 * pause, _LONGEST_SECONDS)
                done = 0
            if until():
                return
            if not done:
                self._stop.wait(pause)

    def _work_off(self, until: Callable[[], bool]) -> int:
        """Does jobs until there are none left, and returns how many it did."""
        count = 0
        results = stream_jobs(
            perform, self._jobs(until), engine=self._engine, workers=self._workers,
            on_wait=self._check_stop,
        )  # fmt: skip
        for done in results:
            job, source = next(one for one in self._out if one[0] == done.job)
            source.keep(*done)
            self._out.remove((job, source))
            count += 1
            self._is_stale = True
            if monotonic() - self._published > PUBLISH_SECONDS:
                self._publish()
        self._publish()  # it may be a long time until there is more to do
        return count

    def _publish(self) -> None:
        """Updates the ranking if there are results that it does not include yet."""
        if self._is_stale:
            publish_ranking(self._store, self._ladder.results)
            self._published, self._is_stale = monotonic(), False

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise WorkerStopped

    def _jobs(self, until: Callable[[], bool]) -> Iterator[Job]:
        while not (self._stop.is_set() or until()) and (job := self.next()) is not None:
            yield job

    def next(self) -> Job | None:
        """The next job, which counts as in progress from then on.

        Submissions come first, then events; then comparisons, judging and the ladder take turns.
        One job in `LADDER_TURN` goes to these three first, even while submissions wait.
        """
        self._turn = (self._turn + 1) % LADDER_TURN
        sources = [*self._first, *self._in_turn]
        for source in sources if self._turn else [*self._in_turn, *reversed(self._first)]:
            if (job := source.next()) is not None:
                if source in self._in_turn:
                    self._in_turn.remove(source)
                    self._in_turn.append(source)
                self._out.append((job, source))
                return job
        return None

    def _recover(self, error: EnrayaError) -> None:
        """Prepares for another attempt after an error.

        After a failure of the store, for which no agent is to blame, everything is read again;
        after any other error, the jobs in progress count as failed.
        """
        steps: list[Callable[[], None]] = [self._begin]
        if not isinstance(error, StoreFailure):
            steps = [partial(source.lost, job) for job, source in self._out]
            self._out = []
        for step in steps:
            try:
                step()
            except EnrayaError as again:
                self._complain(str(again))
