"""Jobs that play the games of the ladder or judge them with the solver, and retries of both."""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from enraya.arena.plan.schedule import Pairing, derive_seed
from enraya.arena.results.mistakes import JudgeJob
from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Judged
from enraya.league.model.ladder import LadderPair, pair_of, pairings_of
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.pair_choice import PairChooser
from enraya.league.rank.results import LadderReader, LadderResults
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.jobs import PlayJob, one_game
from enraya.league.work.watched_games import watchable

FIRST_SECONDS = 60.0
"""The wait after a second failure; it doubles with each further one, up to `LONGEST_SECONDS`."""
LONGEST_SECONDS = 3600.0
_Work = TypeVar("_Work")


class Retries(Generic[_Work]):
    """Failed work, each piece with the time from which it may be retried.

    After a first failure that is immediately: when a process crashes, all its jobs fail, although
    only one of them can be the cause.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lost: dict[_Work, int] = {}
        self._ready: dict[_Work, float] = {}

    def lose(self, work: _Work) -> int:
        """Schedules a retry of failed work; returns how often it has failed."""
        times = self._lost[work] = self._lost.get(work, 0) + 1
        pause = 0.0 if times == 1 else min(FIRST_SECONDS * 2.0 ** (times - 2), LONGEST_SECONDS)
        self._ready[work] = self._clock() + pause
        return times

    def next(self) -> _Work | None:
        """Work to retry now, if there is any; it is then no longer scheduled."""
        now = self._clock()
        for work, time in self._ready.items():
            if time <= now:
                del self._ready[work]
                return work
        return None

    def succeed(self, work: _Work) -> None:
        """Forgets the earlier failures of work that has succeeded."""
        self._lost.pop(work, None)


class LadderSource:
    """A source of jobs that play the games of the ladder.

    Args:
        store: of the league.
        clock: the seconds by which waits after failures are measured.
    """

    def __init__(self, store: LeagueStore, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._players = store.players.all()
        self._ladder = store.ladder
        self._reader = LadderReader(store)
        self._choose_by(store.settings, self._reader.read())
        self._waiting: deque[Pairing] = deque()
        """The games of chosen pairs that have not been given out yet."""
        self._open: dict[LadderPair, int] = {}
        """How many games of each chosen pair are not finished yet."""
        played = store.arena.winners(LADDER)
        for pair in {pair_of(game, self._players, self._settings) for game in played}:
            games = pairings_of(pair, self._players, self._settings)
            self._await(pair, [game for game in games if game not in played])
        self._retries: Retries[Pairing] = Retries(clock)

    @property
    def results(self) -> LadderResults:
        """The results of all complete pairs played so far."""
        return self._reader.read()

    def _choose_by(self, settings: LeagueSettings, results: LadderResults) -> None:
        self._settings, self._results = settings, results
        self._chooser = PairChooser(settings, results, len(self._ladder.openings))

    def _await(self, pair: LadderPair, games: list[Pairing]) -> None:
        if games:
            self._waiting += games
            self._open[pair] = len(games)

    def next(self) -> PlayJob | None:
        """A job for the next game; None if there is nothing to play at the moment."""
        self._players = self._store.players.all()
        settings, results = self._store.settings, self._reader.read()
        if settings != self._settings or results is not self._results:
            self._choose_by(settings, results)
        again = self._retries.next()
        if again is not None:
            self._waiting.appendleft(again)
        if not self._waiting:
            pair = self._chooser.next(self._players, self._open)
            if pair is None:
                return None
            self._await(pair, list(pairings_of(pair, self._players, self._settings)))
        game = self._waiting.popleft()
        specs = self._players[game.first].spec, self._players[game.second].spec
        seed = derive_seed(settings.seed, settings.rules, *specs, game.opening)
        opening, folder = self._ladder.opening(game.opening), self._store.folder
        return watchable(
            PlayJob(LADDER, one_game(game, specs, opening, seed, settings, folder)), folder
        )

    def keep(self, _: PlayJob, row: GameRow) -> None:
        """Stores a finished game."""
        self._store.arena.add_games(LADDER, [row])
        self._retries.succeed(row.pairing)
        pair = pair_of(row.pairing, self._players, self._settings)
        self._open[pair] -= 1
        if not self._open[pair]:
            del self._open[pair]

    def lost(self, job: PlayJob) -> None:
        """Schedules a retry of a game that failed; its pair stays open until then."""
        (order,) = job.game.orders
        self._retries.lose(order.pairing)


_UNJUDGED = """
SELECT games.id, games.opening, games.moves FROM games
JOIN players AS one ON one.place = games.first JOIN players AS other ON other.place = games.second
WHERE games.tournament = ? AND (one.version IS NULL) != (other.version IS NULL)
AND games.id NOT IN (SELECT game FROM judged) ORDER BY games.id LIMIT 50
"""
"""Games of the ladder between a version and a baseline that are not judged yet."""


class JudgingSource:
    """A source of jobs that judge games against baselines, if the league's grades need that.

    Args:
        store: of the league.
        clock: the seconds by which waits after failures are measured.
    """

    def __init__(self, store: LeagueStore, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._open: set[int] = set()
        self._retries: Retries[int] = Retries(clock)

    def next(self) -> JudgeJob | None:
        """A job for the next game to judge, or None."""
        settings = self._store.settings
        if not settings.grading_rules.judges(settings.rule_set):
            return None
        again = self._retries.next()
        if again is not None:
            self._open.discard(again)
        ladder = self._store.ladder
        for number, opening, moves in list(self._store.database.query(_UNJUDGED, LADDER)):
            if number not in self._open:
                self._open.add(number)
                return JudgeJob(number, ladder.settings.rules, ladder.opening(opening), moves)
        return None

    def keep(self, job: JudgeJob, judged: Judged) -> None:
        """Stores how the solver judged a game."""
        self._store.arena.add_judged(judged)
        self._open.discard(job.game)
        self._retries.succeed(job.game)

    def lost(self, job: JudgeJob) -> None:
        """Schedules a retry of a game that could not be judged."""
        self._retries.lose(job.game)
