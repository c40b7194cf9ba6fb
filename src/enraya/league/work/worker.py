"""The loop of a worker: jobs go out to processes, results come back and are written down.

Nothing about jobs that are out is stored: whatever ends this program, the next start finds every
result that had come back, and does the rest again, with the same seeds.
"""

from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic

from enraya.arena.results.mistakes import JudgeJob
from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Judged
from enraya.errors import EnrayaError, StoreFailure
from enraya.league.rank.ranking import publish_ranking
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.event_source import ComparisonSource, EventSource
from enraya.league.work.jobs import Done, Job, PlayJob, StepResult, perform
from enraya.league.work.ladder_source import JudgingSource, LadderSource
from enraya.league.work.submission_source import SubmissionSource
from enraya.league.work.submissions import unpack_missing
from enraya.league.work.watched_games import forget_watched
from enraya.work import stream_jobs

IDLE_SECONDS = 0.5
"""How long to wait where there is nothing to do."""
LADDER_TURN = 4
"""One job in this many is the ladder's, however long the queue is."""
PUBLISH_SECONDS = 3.0
"""How often the ranking is made anew, at most."""
_LONGEST_SECONDS = 30.0
"""How long to wait, at most, after something has gone wrong again and again."""


class WorkerStopped(Exception):
    """The worker was told to stop."""


class Worker:
    """What works for a league.

    Args:
        store: of the league.
        engine: where jobs are done.
        workers: how many at once; every core by default.
        complain: called with a sentence for the operator when something goes wrong.
        stop: set to end the work.
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
        """Reads what has been done; whatever is out is forgotten."""
        unpack_missing(self._store)
        forget_watched(self._store.folder)
        self._submissions = SubmissionSource(self._store)
        self._events = EventSource(self._store)
        self._ladder = LadderSource(self._store)
        self._comparisons = ComparisonSource(self._store)
        self._judging = JudgingSource(self._store)
        self._out: list[Job] = []
        self._judged_last = self._compared_last = False
        self._published, self._is_stale = 0.0, False
        self._turn = 0

    def run(self, until: Callable[[], bool] | None = None) -> None:
        """Works until it is told to stop, or there is nothing left to do and ``until`` says so."""
        pause = IDLE_SECONDS
        while not self._stop.is_set():
            try:
                done = self._work_off(until)
                pause = IDLE_SECONDS
            except WorkerStopped:
                return
            except StoreFailure as error:  # what is stored is safe, and nobody is to blame
                self._complain(str(error))
                self._begin_again()
                pause = min(2 * pause, _LONGEST_SECONDS)
                done = 0
            except EnrayaError as error:
                self._complain(str(error))
                self._recover()
                pause = min(2 * pause, _LONGEST_SECONDS)
                done = 0
            if until is not None and until():
                return
            if not done:
                self._stop.wait(pause)

    def _work_off(self, until: Callable[[], bool] | None) -> int:
        """Does everything there is to do; returns how much that was."""
        count = 0
        results = stream_jobs(
            perform, self._jobs(until), engine=self._engine, workers=self._workers,
            on_wait=self._check_stop,
        )  # fmt: skip
        for done in results:
            self._keep(done)
            self._out.remove(done.job)
            count += 1
            self._is_stale = True
            if monotonic() - self._published > PUBLISH_SECONDS:
                self._publish()
        self._publish()  # it may be long until there is more to do
        return count

    def _publish(self) -> None:
        """Makes the ranking anew if anything has happened since."""
        if self._is_stale:
            publish_ranking(self._store, self._ladder.results)
            self._published, self._is_stale = monotonic(), False

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise WorkerStopped

    def _jobs(self, until: Callable[[], bool] | None) -> Iterator[Job]:
        while not self._stop.is_set() and not (until is not None and until()):
            job = self._next()
            if job is None:
                return
            self._out.append(job)
            yield job

    def _next(self) -> Job | None:
        """Submissions first, then events; the ladder gets a share even while others wait."""
        self._turn = (self._turn + 1) % LADDER_TURN
        sources: list[Callable[[], Job | None]] = [
            self._submissions.next, self._events.next, self._next_of_ladder
        ]  # fmt: skip
        if not self._turn:
            sources.reverse()
        return next((job for source in sources if (job := source()) is not None), None)

    def _next_of_ladder(self) -> Job | None:
        """Games of the ladder with their judging, and games of comparisons, in turn."""
        sources: list[Callable[[], Job | None]] = [
            self._comparisons.next, self._next_of_ladder_alone
        ]  # fmt: skip
        if self._compared_last:
            sources.reverse()
        job = next((job for source in sources if (job := source()) is not None), None)
        self._compared_last = isinstance(job, PlayJob) and job.tournament != LADDER
        return job

    def _next_of_ladder_alone(self) -> Job | None:
        """Games of the ladder and the judging of those that were played, in turn."""
        job: Job | None
        if self._judged_last:
            job = self._ladder.next() or self._judging.next()
        else:
            job = self._judging.next() or self._ladder.next()
        self._judged_last = isinstance(job, JudgeJob)
        return job

    def _keep(self, done: Done) -> None:
        job, answer = done
        if isinstance(job, PlayJob):
            assert isinstance(answer, GameRow)
            self._source_of(job).keep(job, answer)
        elif isinstance(job, JudgeJob):
            assert isinstance(answer, Judged)
            self._judging.keep(job, answer)
        else:
            assert isinstance(answer, StepResult)
            self._submissions.keep(job, answer)

    def _source_of(self, job: PlayJob) -> LadderSource | EventSource:
        if job.tournament == LADDER:
            return self._ladder
        return self._comparisons if self._comparisons.has(job) else self._events

    def _begin_again(self) -> None:
        try:
            self._begin()
        except StoreFailure as error:  # still; the next attempt will say so again
            self._complain(str(error))

    def _recover(self) -> None:
        """Takes back what was out when something went wrong."""
        out, self._out = self._out, []
        for job in out:
            try:
                self._lose(job)
            except EnrayaError as error:
                self._complain(str(error))

    def _lose(self, job: Job) -> None:
        if isinstance(job, PlayJob):
            self._source_of(job).lost(job)
        elif isinstance(job, JudgeJob):
            self._judging.lost(job)
        else:
            self._submissions.lost(job)
