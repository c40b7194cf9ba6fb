"""The results of a ladder: pairs of games, which come one by one, and what they add up to."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from enraya.arena.plan.schedule import Pairing
from enraya.arena.statistics.bradley_terry import Floats
from enraya.arena.statistics.tally import POINTS
from enraya.league.model.pairings import pair_of
from enraya.league.model.records import LadderPair, LadderPlayer
from enraya.league.model.settings import LeagueSettings
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


_GAMES = """
SELECT first, second, opening, winner, first_moves, second_moves, excluded.game IS NOT NULL
FROM games LEFT JOIN excluded ON excluded.game = games.id WHERE tournament = ? ORDER BY games.id
"""


class LadderGame(NamedTuple):
    """A game of the ladder, as far as it counts."""

    pairing: Pairing
    winner: int | None
    moves: tuple[int, int]
    """That the first and the second player chose themselves."""
    is_excluded: bool = False
    """Whether the operator took it out."""

    def points_of(self, place: int) -> float:
        """What a player scored."""
        points = POINTS[self.winner or 0]
        return points if self.pairing.first == place else 1 - points

    def moves_of(self, place: int) -> int:
        """How many moves a player chose."""
        return self.moves[self.pairing.first != place]


class PairMaker:
    """Puts games together that share an opening."""

    def __init__(self, settings: LeagueSettings) -> None:
        self._settings = settings
        self._single: dict[LadderPair, LadderGame] = {}

    def add(
        self, game: LadderGame, players: Sequence[LadderPlayer]
    ) -> PlayedPair | LadderPair | None:
        """The pair that a game completes: its result, or only its name if it does not count.

        Args:
            game: each once.
            players: all of them, by place.

        Returns:
            None while the other game is missing.
        """
        pair = pair_of(game.pairing, players, self._settings)
        other = self._single.pop(pair, None)
        if other is None:
            self._single[pair] = game
            return None
        if game.is_excluded or other.is_excluded:
            return pair
        one, second = pair.one, pair.other
        return PlayedPair(
            pair,
            game.points_of(one) + other.points_of(one),
            (
                game.moves_of(one) + other.moves_of(one),
                game.moves_of(second) + other.moves_of(second),
            ),
        )


def read_results(store: LeagueStore) -> LadderResults:
    """Everything that has been played in the ladder of a league, in whole pairs."""
    return collect(read_games(store), store.players.all(), PairMaker(store.settings))


def collect(
    games: Iterator[LadderGame], players: Sequence[LadderPlayer], maker: PairMaker
) -> LadderResults:
    """The results of games; one whose other half is missing waits in the maker."""
    found = [maker.add(game, players) for game in games]
    return LadderResults(
        [pair for pair in found if isinstance(pair, PlayedPair)],
        [pair for pair in found if isinstance(pair, LadderPair)],
    )


def read_games(store: LeagueStore) -> Iterator[LadderGame]:
    """The games of the ladder, in the order in which they were finished."""
    for first, second, opening, winner, own, others, out in store.database.query(_GAMES, LADDER):
        yield LadderGame(Pairing(first, second, opening), winner, (own, others), bool(out))
