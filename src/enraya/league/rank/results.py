"""The results of a ladder: pairs of games, which come one by one, and what they add up to."""

from collections.abc import Collection, Iterator
from itertools import count
from typing import NamedTuple

import numpy as np

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
        self._meetings: dict[tuple[int, int], dict[int, PlayedPair | None]] = {}

    def _met(self, one: int, other: int) -> dict[int, PlayedPair | None]:
        """The pairs of two players by number, with None for those that were excluded."""
        return self._meetings.setdefault((min(one, other), max(one, other)), {})

    def add(self, played: PlayedPair) -> None:
        """Counts a pair; one that is known already or was excluded does not count again."""
        one, other, number = played.pair
        if self.has(played.pair):
            return
        self._met(one, other)[number] = played
        self.reach(other + 1)
        self.points[one, other] += played.points
        self.points[other, one] += PAIR_GAMES - played.points
        self.played.append(played)

    def exclude(self, pair: LadderPair) -> None:
        """Notes a pair that was played and does not count."""
        self._met(pair.one, pair.other)[pair.number] = None

    def reach(self, players: int) -> None:
        """Makes room for this many players."""
        size = len(self.points)
        if players > size:
            self.points = np.pad(self.points, (0, players - size))

    def has(self, pair: LadderPair) -> bool:
        """Whether a pair has been played, excluded or not."""
        return pair.number in self._met(pair.one, pair.other)

    def begun(self, one: int, other: int) -> int:
        """How many pairs two players have played, those included that were excluded."""
        return len(self._met(one, other))

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


_GAMES = """
SELECT games.id, first, second, opening, winner, first_moves, second_moves,
    excluded.game IS NOT NULL
FROM games LEFT JOIN excluded ON excluded.game = games.id
WHERE +tournament = ? AND games.id > ? ORDER BY games.id
"""
"""The plus keeps SQLite from searching by tournament: what is new is found by its number."""


class _Share(NamedTuple):
    """What a player did in a game."""

    points: float
    moves: int
    """How many moves it chose itself."""


class LadderReader:
    """Keeps the results of a ladder in memory: every game is read from the store once."""

    def __init__(self, store: LeagueStore) -> None:
        self._store = store
        self._begin()

    def _begin(self) -> None:
        self._excluded = self._store.excluded()
        self._results = LadderResults()
        self._last_game = 0
        self._single: dict[LadderPair, dict[int, _Share] | None] = {}
        """Games whose other half is missing, by the places of players; None for an excluded one."""

    def read(self) -> LadderResults:
        """What has been played until now, in whole pairs.

        It is the same object as before, with more pairs, unless the operator has excluded games.
        """
        if self._store.excluded() != self._excluded:
            self._begin()
        rows = list(self._store.database.query(_GAMES, LADDER, self._last_game))
        if rows:
            players, settings = self._store.players.all(), self._store.settings
            for number, first, second, opening, winner, own, others, out in rows:
                pair = pair_of(Pairing(first, second, opening), players, settings)
                points = POINTS[winner or 0]
                shares = {first: _Share(points, own), second: _Share(1 - points, others)}
                self._add(pair, None if out else shares)
                self._last_game = number
        return self._results

    def _add(self, pair: LadderPair, game: dict[int, _Share] | None) -> None:
        """Counts a pair once both of its games are there."""
        if pair not in self._single:
            self._single[pair] = game
            return
        half = self._single.pop(pair)
        if game is None or half is None:
            self._results.exclude(pair)
        else:
            points = game[pair.one].points + half[pair.one].points
            one, other = (game[place].moves + half[place].moves for place in pair[:2])
            self._results.add(PlayedPair(pair, points, (one, other)))


def read_results(store: LeagueStore) -> LadderResults:
    """Everything that has been played in the ladder of a league, in whole pairs."""
    return LadderReader(store).read()
