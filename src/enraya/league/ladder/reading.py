"""The results of a ladder from its games, which come one by one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from enraya.arena.plan.pairing import Pairing
from enraya.arena.statistics.result import POINTS
from enraya.league.ladder.results import LadderResults, PlayedPair
from enraya.league.playing.orders import pair_of
from enraya.league.records import LadderPair, Player
from enraya.league.settings import LeagueSettings
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

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

    def add(self, game: LadderGame, players: Sequence[Player]) -> PlayedPair | LadderPair | None:
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
    games: Iterator[LadderGame], players: Sequence[Player], maker: PairMaker
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
