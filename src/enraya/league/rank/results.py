"""The results of a ladder: the pairs of games played so far, and the sums of their points."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.arena.plan.schedule import Pairing
from enraya.arena.statistics.bradley_terry import Floats
from enraya.arena.statistics.tally import POINTS
from enraya.league.model.ladder import LadderPair, pair_of
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

PAIR_GAMES = 2


class PlayedPair(NamedTuple):
    """The result of a pair of games, both finished."""

    pair: LadderPair
    points: float
    """The points that player `pair.one` scored in both games together, from 0 to 2."""
    moves: tuple[int, int]
    """How many moves each of the two players chose in both games, opening moves not counted."""

    def points_of(self, place: int) -> float:
        """The points that the player with this place scored in both games."""
        return self.points if place == self.pair.one else PAIR_GAMES - self.points

    def moves_of(self, place: int) -> int:
        """How many moves the player with this place chose in both games."""
        return self.moves[place != self.pair.one]


class LadderResults:
    """The results of all pairs of a ladder; players are indexed by their places."""

    def __init__(self) -> None:
        self.played: list[PlayedPair] = []
        """The pairs that count, in the order in which they finished."""
        self.points: Floats = np.zeros((0, 0))
        """A matrix: cell (i, j) is how many points player i scored against player j."""
        self.begun: NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
        """A matrix: cell (i, j) is how many pairs players i and j have played, excluded ones
        included."""
        self.games: dict[LadderPair, tuple[int, int]] = {}
        """The store's numbers of the two games of each pair; empty if no store is behind them."""
        self._meetings: dict[tuple[int, int], dict[int, PlayedPair | None]] = {}

    def _met(self, one: int, other: int) -> dict[int, PlayedPair | None]:
        """The pairs that two players have played, by number; None for an excluded pair."""
        return self._meetings.setdefault((min(one, other), max(one, other)), {})

    def add(self, played: PlayedPair) -> None:
        """Adds a pair; it changes nothing if that pair was added or excluded before."""
        one, other, _ = played.pair
        if self.has(played.pair):
            return
        self._note(played.pair, played)
        self.points[one, other] += played.points
        self.points[other, one] += PAIR_GAMES - played.points
        self.played.append(played)

    def exclude(self, pair: LadderPair) -> None:
        """Records a pair that was played but does not count."""
        self._note(pair, None)

    def _note(self, pair: LadderPair, played: PlayedPair | None) -> None:
        one, other, number = pair
        self._met(one, other)[number] = played
        self.make_room(other + 1)
        self.begun[one, other] += 1
        self.begun[other, one] += 1

    def make_room(self, players: int) -> None:
        """Enlarges the matrices to this many players, if they are smaller."""
        missing = players - len(self.points)
        if missing > 0:
            self.points = np.pad(self.points, (0, missing))
            self.begun = np.pad(self.begun, (0, missing))

    def has(self, pair: LadderPair) -> bool:
        """Whether a pair has been played, even if it was excluded."""
        return pair.number in self._met(pair.one, pair.other)

    def meeting(self, one: int, other: int) -> Iterator[PlayedPair | None]:
        """The pairs of two players in the order of their numbers, up to the first one not played.

        An excluded pair is None.
        """
        found = self._met(one, other)
        for number in count():
            if number not in found:
                return
            yield found[number]

    def next_number(self, one: int, other: int, open_pairs: Collection[LadderPair]) -> int:
        """The lowest number of a pair that two players have not played and are not playing now.

        Args:
            one: the lower place of the two.
            other: the higher place.
            open_pairs: the pairs that are being played now.
        """
        taken = {pair.number for pair in open_pairs if pair[:2] == (one, other)}
        taken |= self._met(one, other).keys()
        return next(number for number in count() if number not in taken)


_PAIRS = """
SELECT game.id, half.id, game.first, game.second, game.opening, game.winner, game.first_moves,
    game.second_moves, half.winner, half.first_moves, half.second_moves,
    EXISTS (SELECT * FROM excluded WHERE excluded.game IN (game.id, half.id))
FROM games AS game JOIN games AS half ON half.tournament = game.tournament
    AND half.first = game.second AND half.second = game.first AND half.opening = game.opening
WHERE +game.tournament = ? AND game.id > ? AND game.id > half.id ORDER BY game.id
"""
"""Every game that completed a pair, and the pair's earlier game.

The unary plus keeps SQLite from using the index of tournaments: new games are found by number."""


class LadderReader:
    """Keeps the results of a ladder in memory and reads each pair from the store only once."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._begin()

    def _begin(self) -> None:
        self._excluded = self._store.excluded()
        self._results = LadderResults()
        self._last_game = 0

    def read(self) -> LadderResults:
        """All complete pairs played so far.

        The result is the same object as last time, with the new pairs added, unless the operator
        has excluded games since.
        """
        if self._store.excluded() != self._excluded:
            self._begin()
        rows = list(self._store.database.query(_PAIRS, LADDER, self._last_game))
        if rows:
            players, settings = self._store.players.all(), self._store.settings
            for number, half, first, second, opening, *found, is_excluded in rows:
                pair = pair_of(Pairing(first, second, opening), players, settings)
                self._results.games[pair] = half, number
                if is_excluded:
                    self._results.exclude(pair)
                else:
                    self._results.add(_played(pair, found, is_swapped=first > second))
                self._last_game = number
        return self._results


def _played(pair: LadderPair, found: Sequence[int], *, is_swapped: bool) -> PlayedPair:
    """The result of a pair of games.

    Args:
        pair: the players and the number.
        found: the winner (None for a draw) and the number of moves of the first and the second
            player, for each of the two games.
        is_swapped: whether the pair's higher place moved first in the first of these games.
    """
    winner, first_moves, second_moves, other_winner, other_first_moves, other_second_moves = found
    points = POINTS[winner or 0] + 1 - POINTS[other_winner or 0]
    moves = first_moves + other_second_moves, second_moves + other_first_moves
    if is_swapped:
        return PlayedPair(pair, PAIR_GAMES - points, moves[::-1])
    return PlayedPair(pair, points, moves)


def read_results(store: LeagueStore) -> LadderResults:
    """All complete pairs played in the ladder of a league."""
    return LadderReader(store).read()
