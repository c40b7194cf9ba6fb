"""What has been played in the ladder, as numbers that grow with every pair of games."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from enraya.arena.statistics.bradley_terry import Floats
from enraya.league.records import LadderPair

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

    def __init__(
        self, pairs: Iterable[PlayedPair] = (), excluded: Iterable[LadderPair] = ()
    ) -> None:
        self.points: Floats = np.zeros((0, 0))
        """Cell (i, j): the points that player i took from player j."""
        self.count = 0
        self._meetings: dict[tuple[int, int], dict[int, PlayedPair | None]] = {}
        for pair in excluded:
            self._meeting(pair)[pair.number] = None
        for played in pairs:
            self.add(played)

    def _meeting(self, pair: LadderPair) -> dict[int, PlayedPair | None]:
        return self._meetings.setdefault((pair.one, pair.other), {})

    def add(self, played: PlayedPair) -> None:
        """Counts a pair; one that is known already or was excluded does not count again."""
        one, other, number = played.pair
        meeting = self._meeting(played.pair)
        if number in meeting:
            return
        meeting[number] = played
        self.reach(other + 1)
        self.points[one, other] += played.points
        self.points[other, one] += PAIR_GAMES - played.points
        self.count += 1

    def reach(self, players: int) -> None:
        """Makes room for this many players."""
        size = len(self.points)
        if players > size:
            self.points = np.pad(self.points, (0, players - size))

    def has(self, pair: LadderPair) -> bool:
        """Whether a pair has been played, excluded or not."""
        return pair.number in self._meetings.get((pair.one, pair.other), ())

    def begun(self, one: int, other: int) -> int:
        """How many pairs two players have played, those included that were excluded."""
        return len(self._meetings.get((min(one, other), max(one, other)), ()))

    def meeting(self, one: int, other: int) -> Iterator[PlayedPair | None]:
        """The pairs of two players by their numbers, up to the first that is missing.

        There is None in the place of one that was excluded.
        """
        found = self._meetings.get((min(one, other), max(one, other)), {})
        for number in range(len(found)):
            if number not in found:
                return
            yield found[number]

    def next_number(self, one: int, other: int, open_pairs: Collection[LadderPair]) -> int:
        """The first pair of two players, the lower place first, not yet played or being played."""
        taken = set(self._meetings.get((one, other), ()))
        taken |= {pair.number for pair in open_pairs if pair[:2] == (one, other)}
        return next(number for number in range(len(taken) + 1) if number not in taken)
