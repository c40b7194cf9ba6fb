"""Events, comparisons of a team's versions, and the judging of the ladder's games."""

from collections.abc import Callable, Iterator
from time import monotonic, time

from enraya.arena.plan.pairing import Pairing
from enraya.arena.statistics.mistakes import JudgeJob
from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Judged
from enraya.league.events.comparison import open_comparisons
from enraya.league.events.plan import EventState
from enraya.league.events.store import due
from enraya.league.grading.rules import grading_rules
from enraya.league.playing.jobs import PlayJob
from enraya.league.playing.orders import event_job
from enraya.league.playing.retries import Retries
from enraya.league.playing.watching import shown
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

_UNJUDGED = """
SELECT games.id, games.opening, games.moves FROM games
JOIN players AS one ON one.place = games.first JOIN players AS other ON other.place = games.second
WHERE games.tournament = ? AND (one.version IS NULL) != (other.version IS NULL)
AND games.id NOT IN (SELECT game FROM judged) ORDER BY games.id LIMIT 50
"""
"""Games of the ladder between a version and a baseline that the solver has not seen."""


class EventSource:
    """The games of events that have begun, by their schedules."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._open: set[tuple[int, Pairing]] = set()

    def next(self) -> PlayJob | None:
        """The next game of the oldest event; an event without further games has been played.

        Events whose time has come begin now.
        """
        due(self._store, time())
        query = "SELECT tournament FROM events WHERE state = ? ORDER BY starts, id"
        for (number,) in list(self._store.database.query(query, EventState.RUNNING)):
            job = self._next_of(number)
            if job is not None:
                return job._replace(game=shown(job.game, self._store.folder, number))
        return None

    def _next_of(self, number: int) -> PlayJob | None:
        tournament = self._store.arena.tournament(number)
        winners = self._store.arena.winners(number)
        missing = [game for game in tournament.settings.schedule(winners)
                   if game not in winners]  # fmt: skip
        if not missing:
            self._finish(number)
        for game in missing:
            if (number, game) not in self._open:
                self._open.add((number, game))
                job = event_job(game, tournament, self._store.settings, self._store.folder)
                return PlayJob(number, job)
        return None

    def has(self, job: PlayJob) -> bool:
        """Whether a game that is out comes from here."""
        (order,) = job.game.orders
        return (job.tournament, order.pairing) in self._open

    def _finish(self, tournament: int) -> None:
        with self._store.database.transaction():
            self._store.database.execute(
                "UPDATE tournaments SET finished = 1 WHERE id = ?", tournament
            )
            self._store.database.execute(
                "UPDATE events SET state = ? WHERE tournament = ?", EventState.PLAYED, tournament
            )

    def keep(self, job: PlayJob, row: GameRow) -> None:
        """Writes a game down."""
        self._store.arena.add_games(job.tournament, [row])
        self._open.discard((job.tournament, row.pairing))

    def lost(self, job: PlayJob) -> None:
        """Lets a game that came to nothing be played again."""
        (order,) = job.game.orders
        self._open.discard((job.tournament, order.pairing))


class ComparisonSource(EventSource):
    """The games of comparisons that teams asked for."""

    def next(self) -> PlayJob | None:
        """The next game of the comparison that was asked for first."""
        for number in open_comparisons(self._store):
            job = self._next_of(number)
            if job is not None:
                return job
        return None

    def _finish(self, tournament: int) -> None:
        self._store.arena.finish(tournament)


class JudgingSource:
    """Games against baselines for the solver to judge, where grades ask for it.

    Args:
        store: of the league.
        clock: tells when a game that could not be judged has rested long enough.
    """

    def __init__(self, store: LeagueStore, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._open: set[int] = set()
        self._retries: Retries[int] = Retries(clock)

    def next(self) -> JudgeJob | None:
        """The next game that nobody has judged."""
        settings = self._store.settings
        if not grading_rules(settings).judges(settings.rule_set):
            return None
        again = self._retries.next()
        if again is not None:
            self._open.discard(again)
        for job in self._unjudged():
            if job.game not in self._open:
                self._open.add(job.game)
                return job
        return None

    def _unjudged(self) -> Iterator[JudgeJob]:
        ladder = self._store.ladder
        for number, opening, moves in list(self._store.database.query(_UNJUDGED, LADDER)):
            yield JudgeJob(number, ladder.settings.rules, ladder.opening(opening), moves)

    def keep(self, job: JudgeJob, judged: Judged) -> None:
        """Writes down what the solver says."""
        self._store.arena.add_judged(judged)
        self._open.discard(job.game)
        self._retries.succeed(job.game)

    def lost(self, job: JudgeJob) -> None:
        """Leaves a game that could not be judged alone, for a while."""
        self._retries.lose(job.game)
