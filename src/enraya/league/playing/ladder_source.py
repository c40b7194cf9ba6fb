"""The ladder: pairs of games, without end, that tell most about the players."""

from collections import deque
from collections.abc import Callable
from time import monotonic

from enraya.arena.plan.pairing import Pairing
from enraya.arena.store.game_row import GameRow
from enraya.league.ladder.choice import PairChooser
from enraya.league.ladder.reading import LadderGame, PairMaker, collect, read_games
from enraya.league.ladder.results import PlayedPair
from enraya.league.playing.jobs import PlayJob
from enraya.league.playing.orders import ladder_job, pair_of, pairings_of
from enraya.league.playing.retries import Retries
from enraya.league.playing.watching import shown
from enraya.league.records import LadderPair
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore


class LadderSource:
    """Jobs for the ladder; what has been played is read once, then kept up to date.

    Args:
        store: of the league.
        clock: tells when a game that came to nothing has rested long enough.
    """

    def __init__(self, store: LeagueStore, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._players = store.players.all()
        self._ladder = store.ladder
        self._read()
        self._waiting: deque[Pairing] = deque()
        """Games of pairs that have been begun."""
        self._open: dict[LadderPair, int] = {}
        """How many games of a pair are still to be finished."""
        played = store.arena.winners(LADDER)
        for pair in {pair_of(game, self._players, self._settings) for game in played}:
            games = pairings_of(pair, self._players, self._settings)
            self._await(pair, [game for game in games if game not in played])
        self._retries: Retries[Pairing] = Retries(clock)

    def _read(self) -> None:
        """Reads what has been played, and what the operator decides about it."""
        self._settings, self._excluded = self._store.settings, self._store.excluded()
        self._maker = PairMaker(self._settings)
        results = collect(read_games(self._store), self._players, self._maker)
        self._chooser = PairChooser(self._settings, results, len(self._ladder.openings))

    def _await(self, pair: LadderPair, games: list[Pairing]) -> None:
        if games:
            self._waiting += games
            self._open[pair] = len(games)

    def next(self) -> PlayJob | None:
        """The next game; None while there is nothing to play."""
        self._players = self._store.players.all()
        if (self._store.settings, self._store.excluded()) != (self._settings, self._excluded):
            self._read()
        again = self._retries.next()
        if again is not None:
            self._waiting.appendleft(again)
        if not self._waiting:
            pair = self._chooser.next(self._players, self._open)
            if pair is None:
                return None
            self._await(pair, list(pairings_of(pair, self._players, self._settings)))
        game = self._waiting.popleft()
        job = ladder_job(game, self._players, self._ladder, self._settings, self._store.folder)
        return PlayJob(LADDER, shown(job, self._store.folder, LADDER))

    def keep(self, _: PlayJob, row: GameRow) -> None:
        """Writes a game down."""
        self._store.arena.add_games(LADDER, [row])
        game = LadderGame(row.pairing, row.winner, (row.first_moves, row.second_moves))
        played = self._maker.add(game, self._players)
        if isinstance(played, PlayedPair):
            self._chooser.add(played)
        self._retries.succeed(row.pairing)
        self._close(row.pairing)

    def lost(self, job: PlayJob) -> None:
        """Lets a game that came to nothing be played later; its pair stays open until then."""
        (order,) = job.game.orders
        self._retries.lose(order.pairing)

    def _close(self, game: Pairing) -> None:
        pair = pair_of(game, self._players, self._settings)
        self._open[pair] -= 1
        if not self._open[pair]:
            del self._open[pair]
