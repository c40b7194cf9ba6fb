"""The results of a ladder: pairs of games, which come one by one, and what they add up to."""

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
    """The result of a pair of games, both of them finished."""

    pair: LadderPair
    points: float
    """What the first of the two players scored in both games."""
    moves: tuple[int, int]
    """How many moves each of the two chose itself, in both games."""

    def points_of(self, place: int) -> float:
        """What one of the players scored."""
        return self.points if place == self.pair.one else PAIR_GAMES - self.points

    def moves_of(self, place: int) -> int:
        """How many moves one of the players chose."""
        return self.moves[place != self.pair.one]


class LadderResults:
    """All pairs of a ladder, by the places of the players."""

    def __init__(self) -> None:
        self.played: list[PlayedPair] = []
        """The pairs that count, in the order in which they were finished."""
        self.points: Floats = np.zeros((0, 0))
        """Cell (i, j): the points that player i took from player j."""
        self.begun: NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
        """Cell (i, j): how many pairs i and j have played, those included that were excluded."""
        self.games: dict[LadderPair, tuple[int, int]] = {}
        """The numbers of the games of each pair, where they are in a store."""
        self._meetings: dict[tuple[int, int], dict[int, PlayedPair | None]] = {}

    def _met(self, one: int, other: int) -> dict[int, PlayedPair | None]:
        """The pairs of two players by number, with None for those that were excluded."""
        return self._meetings.setdefault((min(one, other), max(one, other)), {})

    def add(self, played: PlayedPair) -> None:
        """Counts a pair; one that is known already or was excluded does not count again."""
        one, other, _ = played.pair
        if self.has(played.pair):
            return
        self._note(played.pair, played)
        self.points[one, other] += played.points
        self.points[other, one] += PAIR_GAMES - played.points
        self.played.append(played)

    def exclude(self, pair: LadderPair) -> None:
        """Notes a pair that was played and does not count."""
        self._note(pair, None)

    def _note(self, pair: LadderPair, played: PlayedPair | None) -> None:
        one, other, number = pair
        self._met(one, other)[number] = played
        self.reach(other + 1)
        self.begun[one, other] += 1
        self.begun[other, one] += 1

    def reach(self, players: int) -> None:
        """Makes room for this many players."""
        missing = players - len(self.points)
        if missing > 0:
            self.points = np.pad(self.points, (0, missing))
            self.begun = np.pad(self.begun, (0, missing))

    def has(self, pair: LadderPair) -> bool:
        """Whether a pair has been played, excluded or not."""
        return pair.number in self._met(pair.one, pair.other)

    def meeting(self, one: int, other: int) -> Iterator[PlayedPair | None]:
        """The pairs of two players by their numbers, up to the first that is missing.

        There is None in the place of one that was excluded.
        """
        found = self._met(one, other)
        for number in count():
            if number not in found:
                return
            yield found[number]

    def next_number(self, one: int, other: int, open_pairs: Collection[LadderPair]) -> int:
        """The first pair of two players, the lower place first, not yet played or being played."""
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
"""Every game that completed a pair, with the other half of the pair.

The plus keeps SQLite from searching by tournament: what is new is found by its number."""


class LadderReader:
    """Keeps the results of a ladder in memory: every pair is read from the store once."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._begin()

    def _begin(self) -> None:
        self._excluded = self._store.excluded()
        self._results = LadderResults()
        self._last_game = 0

    def read(self) -> LadderResults:
        """What has been played until now, in whole pairs.

        It is the same object as before, with more pairs, unless the operator has excluded games.
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
    """The result of a pair: the winner and the moves of each side, of one game and of the other."""
    winner, first_moves, second_moves, other_winner, other_first_moves, other_second_moves = found
    points = POINTS[winner or 0] + 1 - POINTS[other_winner or 0]
    moves = first_moves + other_second_moves, second_moves + other_first_moves
    if is_swapped:
        return PlayedPair(pair, PAIR_GAMES - points, moves[::-1])
    return PlayedPair(pair, points, moves)


def read_results(store: LeagueStore) -> LadderResults:
    """Everything that has been played in the ladder of a league, in whole pairs."""
    return LadderReader(store).read()
