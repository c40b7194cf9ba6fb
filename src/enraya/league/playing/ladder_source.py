"""The ladder: pairs of games, without end, between players who have most to learn from them."""

from collections import Counter, deque

from enraya.arena.plan.pairing import Pairing
from enraya.arena.store.game_row import GameRow
from enraya.league.playing.jobs import PlayJob
from enraya.league.playing.orders import ladder_job, pair_of, pairings_of
from enraya.league.records import LadderPair, Player
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore


class LadderSource:
    """Jobs for the ladder; what has been played is read once, then kept up to date."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._players = store.players.all()
        self._ladder = store.ladder
        settings = store.settings
        played = store.arena.winners(LADDER)
        self._open: dict[LadderPair, set[Pairing]] = {}
        """Games that are being played, by their pair."""
        self._begun: Counter[tuple[int, int]] = Counter()
        self._waiting: deque[Pairing] = deque()
        """Games of pairs that have been begun."""
        for pair in {pair_of(game, self._players, settings) for game in played}:
            self._begun[pair[:2]] = max(self._begun[pair[:2]], pair.number + 1)
            games = pairings_of(pair, self._players, settings)
            self._waiting += [game for game in games if game not in played]
        self._given_up: set[Pairing] = set()

    def next(self) -> PlayJob | None:
        """The next game; None while there is nothing to play."""
        settings = self._store.settings
        self._players = self._store.players.all()
        if len(self._ladder.settings.agents) != len(self._players):
            self._ladder = self._store.ladder
        if not self._waiting:
            pair = choose_pair(self._players, self._begun, settings.max_pairs)
            if pair is None:
                return None
            self._begun[pair[:2]] += 1
            self._waiting += pairings_of(pair, self._players, settings)
        game = self._waiting.popleft()
        self._open.setdefault(pair_of(game, self._players, settings), set()).add(game)
        job = ladder_job(game, self._players, self._ladder, settings, self._store.folder)
        return PlayJob(LADDER, job)

    def keep(self, _: PlayJob, row: GameRow) -> None:
        """Writes a game down."""
        self._store.arena.add_games(LADDER, [row])
        self._close(row.pairing)

    def lost(self, job: PlayJob) -> None:
        """Lets a game that came to nothing be played later, once."""
        (order,) = job.game.orders
        self._close(order.pairing)
        if order.pairing not in self._given_up:
            self._given_up.add(order.pairing)
            self._waiting.append(order.pairing)

    def _close(self, game: Pairing) -> None:
        pair = pair_of(game, self._players, self._store.settings)
        self._open.get(pair, set()).discard(game)
        if not self._open.get(pair):
            self._open.pop(pair, None)


def choose_pair(
    players: list[Player], begun: Counter[tuple[int, int]], max_pairs: int
) -> LadderPair | None:
    """The pair of players to play next: those who have played least, and with each other.

    Args:
        players: everybody, by place; only the active play, and baselines not with each other.
        begun: how many pairs of games two players have begun, the lower place first.
        max_pairs: of two players; 0 for any number.
    """
    pairs: Counter[int] = Counter()
    for places, count in begun.items():
        for place in places:
            pairs[place] += count
    active = [player for player in players if player.is_active]
    choices = [
        (begun[one.place, other.place], pairs[one.place] + pairs[other.place], one, other)
        for index, one in enumerate(active)
        for other in active[index + 1 :]
        if not (one.is_baseline and other.is_baseline)
        and not (max_pairs and begun[one.place, other.place] >= max_pairs)
    ]
    if not choices:
        return None
    count, _, one, other = min(choices, key=lambda choice: choice[:2])
    return LadderPair(one.place, other.place, count)
