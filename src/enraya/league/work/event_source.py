"""Jobs that play the games of events and comparisons, and a replay that checks an event's games."""

from collections.abc import Iterator
from time import time

from enraya.arena.plan.schedule import Pairing
from enraya.arena.store.game_row import GameRow
from enraya.league.model.event_plan import Event, EventState
from enraya.league.store.events import event_tournament
from enraya.league.store.store import LeagueStore
from enraya.league.work.comparisons import open_comparisons
from enraya.league.work.event_calendar import due
from enraya.league.work.jobs import PlayJob, event_job, perform
from enraya.league.work.watched_games import watchable
from enraya.work import stream_jobs


class EventSource:
    """A source of jobs that play the games of events that have begun."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._open: set[tuple[int, Pairing]] = set()

    def next(self) -> PlayJob | None:
        """A job for the next game, of the earliest event that has one, or None.

        Events that are due are frozen and started first; an event with no games left gets the state
        `PLAYED`.
        """
        due(self._store, time())
        query = "SELECT tournament FROM events WHERE state = ? ORDER BY starts, id"
        for (number,) in list(self._store.database.query(query, EventState.RUNNING)):
            job = self._next_of(number)
            if job is not None:
                return watchable(job, self._store.folder)
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
                return event_job(game, tournament, self._store.settings, self._store.folder)
        return None

    def _finish(self, tournament: int) -> None:
        with self._store.database.transaction():
            self._store.database.execute(
                "UPDATE tournaments SET finished = 1 WHERE id = ?", tournament
            )
            self._store.database.execute(
                "UPDATE events SET state = ? WHERE tournament = ?", EventState.PLAYED, tournament
            )

    def keep(self, job: PlayJob, row: GameRow) -> None:
        """Stores a finished game."""
        self._store.arena.add_games(job.tournament, [row])
        self._open.discard((job.tournament, row.pairing))

    def lost(self, job: PlayJob) -> None:
        """Makes a game that failed available to be played again."""
        (order,) = job.game.orders
        self._open.discard((job.tournament, order.pairing))


class ComparisonSource(EventSource):
    """A source of jobs that play the games of the comparisons that teams asked for."""

    def next(self) -> PlayJob | None:
        """A job for the next game, of the comparison requested first, or None."""
        for number in open_comparisons(self._store):
            job = self._next_of(number)
            if job is not None:
                return job
        return None

    def _finish(self, tournament: int) -> None:
        self._store.arena.finish(tournament)


def replay(store: LeagueStore, event: Event, *, engine: str = "processes") -> Iterator[bool]:
    """Replays every game of an event and yields whether it went the same way; nothing is stored.

    A game goes the same way if its moves are not limited by time and the agents depend on nothing
    but the moves and their seed.
    """
    tournament = event_tournament(store, event)
    rows = {row.pairing: row for _, row in store.arena.rows(tournament.id)}
    settings, folder = store.settings, store.folder
    jobs = [event_job(game, tournament, settings, folder) for game in rows]
    for done in stream_jobs(perform, jobs, engine=engine):
        again = done.answer
        assert isinstance(again, GameRow)
        before = rows[again.pairing]
        yield (before.moves, before.winner) == (again.moves, again.winner)
